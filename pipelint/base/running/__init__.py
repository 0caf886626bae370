"""What runs at once, how far it is, and what ends it early."""
