"""One folder an engine: its syntax, its values, what single plugins do and how it routes events."""
