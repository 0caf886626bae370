"""Which build of pipelint this is."""

ID = ""
"""A hash of all that a wheel holds, which setup.py writes here. A checkout has none: its code may be another in a minute."""
