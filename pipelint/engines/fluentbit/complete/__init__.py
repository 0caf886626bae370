"""What Fluent Bit offers an editor: what may be typed, which names there are, and where they lead."""
