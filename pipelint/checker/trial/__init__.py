"""Fixes made on a copy of a config, to see whether each does what it says."""
