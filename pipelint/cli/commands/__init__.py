"""One file a command: what checks, compares, writes or serves."""
