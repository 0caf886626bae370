"""Fluentd's own config format: read into sections and parameters, and written."""
