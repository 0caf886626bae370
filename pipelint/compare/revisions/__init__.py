"""Revisions of git as folders on disk, and the sides of a comparison, which may be such."""
