"""Operators whose resources are configs in other words: the text that each would write, with places in the resource."""
