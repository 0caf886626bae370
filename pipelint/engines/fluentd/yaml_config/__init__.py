"""Fluentd's YAML configuration format: told apart, read to the same sections as the v1 format, and written."""
