"""Match and Match_Regex: which tags a filter or output takes.

Source: src/flb_router.c of Fluent Bit 5.1.1.
"""

from __future__ import annotations

import re


def matches(pattern: str, tag: str) -> bool:
    """Whether a Match takes a tag: a ``*`` stands for any run of characters, dots among them, all else for itself."""
    return re.fullmatch(glob_regex(pattern), tag, re.DOTALL) is not None


def glob_regex(pattern: str) -> str:
    """A Match as a regular expression of all of a tag."""
    return ".*".join(re.escape(part) for part in re.split(r"\*+", pattern))
