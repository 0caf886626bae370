"""What can be written otherwise in a Fluentd config."""
