"""What filters do with an event: a function a plugin, in a file of its own or with its like."""
