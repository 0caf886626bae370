# By their names the modules of joined code: the part, and whether they are packages. make.py writes it.
PARTS: dict[str, tuple[str, bool]]
