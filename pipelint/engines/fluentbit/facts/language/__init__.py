"""What Fluent Bit makes of what a config says: heads, keys, parsers, rules."""
