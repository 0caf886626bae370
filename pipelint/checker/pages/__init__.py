"""Rule pages of a team: a skeleton of one, and whether the examples of all of them are what they say."""
