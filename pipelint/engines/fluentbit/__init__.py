"""The Fluent Bit engine."""
