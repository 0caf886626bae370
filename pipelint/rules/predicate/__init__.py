"""The predicate language of rule pages, a typed subset of CEL: from text to a checked tree and compiled code."""
