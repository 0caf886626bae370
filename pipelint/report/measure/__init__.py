"""A measurement: one renderer a file."""
