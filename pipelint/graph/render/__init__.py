"""The stage graph in other languages: one renderer a file."""
