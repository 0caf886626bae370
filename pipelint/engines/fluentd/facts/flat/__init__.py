"""Flat parameters of Fluentd 0.12, which belong into sections today."""
