"""Charts: files of values, and resources that have them."""
