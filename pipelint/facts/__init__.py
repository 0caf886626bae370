"""What is known of a config, its stages, parameters and regexes, alike for every engine. Finds, never judges."""
