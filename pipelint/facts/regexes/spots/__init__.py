"""Parts of a regex that could be written otherwise: what finds each kind, and what the kinds have in common."""
