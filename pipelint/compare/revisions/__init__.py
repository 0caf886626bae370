"""Revisions of git as folders on disk."""
