"""Edits of Fluent Bit configs in both formats; each is made on a copy and read again before it is offered."""
