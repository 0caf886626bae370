"""Styled lines, and how they come to a terminal or a file."""
