"""What the files around a config tell of its settings."""
