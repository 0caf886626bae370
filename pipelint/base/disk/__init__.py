"""Files on disk: read within bounds, written whole."""
