"""What stands for the servers that a config sends to: each answers at once, late, or with errors."""
