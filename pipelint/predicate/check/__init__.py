"""Types: which expressions mean something, and the code that they are compiled to."""
