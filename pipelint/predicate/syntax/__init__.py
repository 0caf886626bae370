"""From text to a syntax tree: the grammar, literals, templates."""
