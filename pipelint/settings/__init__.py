"""Settings of a run: from ``pipelint.toml`` or ``pyproject.toml``, the nearest one up the tree, and from the command line."""
