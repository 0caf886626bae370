"""Facts about stages, tags, times and regexes: what rules judge and costs build on. Finds, never judges."""
