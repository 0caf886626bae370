"""Parsers of Fluentd: what each makes of a text."""
