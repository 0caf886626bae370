"""The regular expressions of a config: where they stand, what is wrong with them, and what would be the same and faster."""
