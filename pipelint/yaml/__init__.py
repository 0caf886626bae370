"""YAML with places: read, and edited."""
