"""Logstash's config language: read into sections and parameters, and written."""
