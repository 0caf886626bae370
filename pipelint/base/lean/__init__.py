"""Stand-ins for parts of the standard library that take longer to load than a rule to judge: dataclasses, cached properties, regexes."""
