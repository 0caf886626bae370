"""One renderer a format for findings."""
