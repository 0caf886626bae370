"""One file a command: what shows how a config, a regex or a rule reads."""
