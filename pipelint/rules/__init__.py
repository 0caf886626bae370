"""The rule engine: rule pages, their predicate language, the index they are compiled into, findings and fixes."""
