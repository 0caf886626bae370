"""What the formats of findings have in common."""
