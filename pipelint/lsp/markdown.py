"""Pieces of Markdown whose text may hold any character."""

from __future__ import annotations

import re

_TICKS = re.compile("`+")


def code(text: str) -> str:
    """``text`` as code in a line; backticks in it are kept."""
    shown = "".join(char if char.isprintable() else " " for char in text)
    ticks = "`" * (_longest(shown) + 1)
    pad = " " if shown[:1] in ("`", " ", "") or shown[-1:] in ("`", " ") else ""
    return f"{ticks}{pad}{shown}{pad}{ticks}"


def fence(text: str) -> str:
    """``text`` as a block of code."""
    ticks = "`" * max(3, _longest(text) + 1)
    return f"{ticks}text\n{text}\n{ticks}"


def cut(text: str, most: int) -> str:
    """``text`` with no more than ``most`` characters, the last of which says that there are more."""
    return text if len(text) <= most else text[: most - 1] + "…"


def _longest(text: str) -> int:
    return max((len(found) for found in _TICKS.findall(text)), default=0)
