"""What may stand at a cursor: one file a syntax, and what is listed of plugins and their parameters."""
