"""What is known of parsers: sections that define one, where one is named, and what they make of times."""
