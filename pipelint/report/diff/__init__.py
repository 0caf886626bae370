"""One renderer a format for what `pipelint diff` found."""
