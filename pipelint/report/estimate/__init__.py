"""One renderer a format for estimates."""
