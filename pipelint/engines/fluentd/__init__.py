"""Fluentd: its syntax, what single plugins do and how it routes events. Nothing outside this folder knows Fluentd."""
