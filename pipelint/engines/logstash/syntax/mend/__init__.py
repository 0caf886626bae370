"""What a broken text was meant to be: its braces, its sections, and their heads."""
