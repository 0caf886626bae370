"""The form of plugin files: which keys there are, reading a file, and making an index of all."""
