"""Edits of configs in the YAML format: where things stand, what is written, and the check of what came of it."""
