"""What happens to sample lines on their way through a config, without an engine."""
