"""Compiling rule pages: front matter, expressions, fixes; needs lark and YAML."""
