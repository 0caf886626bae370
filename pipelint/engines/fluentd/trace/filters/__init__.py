"""Filters of Fluentd: what each does with an event."""
