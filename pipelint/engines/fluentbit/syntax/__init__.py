"""Fluent Bit's two formats, classic and YAML, read into the same sections."""
