"""Stand-ins for what takes long to load of the standard library: dataclasses, enums, cached properties, regexes."""
