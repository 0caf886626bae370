"""The names of keys, as Fluent Bit stores them."""

from __future__ import annotations

import re

from pipelint.base.lean.late import late

_UPPER = late(r"(?<!^)([A-Z])")


def snake_case(key: str) -> str:
    """A key of the YAML format: of camelCase its words, else in lower case; one that begins with no small letter as it is."""
    if not re.match("[a-z]", key):
        return key
    return (key if "_" in key else _UPPER.sub(r"_\1", key)).translate(_LOWER)


_LOWER = {code: code + 32 for code in range(ord("A"), ord("Z") + 1)}
