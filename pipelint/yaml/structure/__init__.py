"""The structure of a YAML text by offsets: where its pairs and items stand, and edits that add and remove them."""
