"""One file a transport. Each sends slices of a ring of encoded records."""
