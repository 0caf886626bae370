"""The samples that settings name: which source reads which, and what the lines show of a config."""
