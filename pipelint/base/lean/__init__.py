"""Stand-ins for what takes long to load of the standard library: dataclasses, cached properties, regexes."""
