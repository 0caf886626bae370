"""Grok patterns of a config: their libraries, what is wrong with them, what they look like."""
