"""What became of sample lines, as text and as JSON."""
