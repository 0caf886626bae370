"""What happens to sample lines in a Fluent Bit config, without running it."""
