"""Rules asked again while somebody types: which, of what, and what of their answers still holds."""
