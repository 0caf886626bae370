"""Sources of Fluentd: what each makes of a sample line."""
