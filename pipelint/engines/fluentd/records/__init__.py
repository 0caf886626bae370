"""Which keys a record has at each stage of a Fluentd config, as far as the config says it."""
