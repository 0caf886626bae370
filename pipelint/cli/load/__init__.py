"""One file a command: what puts load on a running pipeline."""
