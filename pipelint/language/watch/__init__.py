"""What is read of the sections that somebody types in."""
