"""What a config's text is made of: ranges to select, kinds of tokens."""
