"""The language server: what the checker knows, in an editor while somebody types."""
