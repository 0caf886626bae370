"""Regexes of the engines: grok with its pattern libraries, expansions with a map back to the text, the parts of a regex."""
