"""Texts that are more than a scalar of YAML, with their maps and the way back."""
