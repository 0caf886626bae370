"""Applies fixes: which of them together, round after round until nothing is left to fix, and into which files."""
