"""The predicate language of rule pages and costs, a typed subset of CEL: from text to a checked tree and compiled code."""
