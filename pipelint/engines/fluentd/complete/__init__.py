"""What may be written at a cursor in a Fluentd config."""
