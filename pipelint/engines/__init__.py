"""One folder an engine: its syntax, its values, its plugin facts and how it routes events."""
