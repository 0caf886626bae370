"""One renderer a file for what a running engine says of its plugins."""
