"""Fluentd: its syntax, its plugin facts and how it routes events. Nothing outside this folder knows Fluentd."""
