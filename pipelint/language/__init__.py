"""What reading a config language has in common: Config and Engine, parsed documents, reading again after an edit, limits."""
