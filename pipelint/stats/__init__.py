"""What a running engine's monitoring API says of its plugins, in words that no engine has for itself."""
