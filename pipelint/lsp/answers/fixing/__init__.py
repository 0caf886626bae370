"""Changes of a config that somebody asks for in an editor."""
