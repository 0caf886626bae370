"""How Fluentd reads times: formats, and what becomes the time of an event."""
