"""What is found of one config, and what it costs: rules on facts, gains, and what its host allows."""
