"""Whether anything in a project runs a config: what names it, and what is run in its place."""
