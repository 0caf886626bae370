"""Which events of a Fluentd config go where: tags, labels, the first match, and events that are emitted again."""
