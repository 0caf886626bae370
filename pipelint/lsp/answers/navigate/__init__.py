"""Where things of a config lead: names, events, fields, grok patterns."""
