"""The protocol's types and their JSON, made as they are needed."""
