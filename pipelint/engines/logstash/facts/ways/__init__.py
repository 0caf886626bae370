"""Where events go: those that meet the conditions of no output, and conditions that a list does not meet."""
