"""What the plugins of a pipeline do with fields, beyond single plugins."""
