"""Services of compose files: which container runs a config on disk, and what it has mounted."""
