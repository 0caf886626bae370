"""One renderer a file for the result of a bench."""
