"""One renderer a format for what is known of a regex or grok pattern."""
