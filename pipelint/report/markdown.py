"""Texts of configs in Markdown: as text, as code and in HTML, whatever they hold."""

from __future__ import annotations

import re

from pipelint.base.lean.late import late
from pipelint.report.look import Look

LOOK = Look(encoding="utf-8")
_ACTIVE = late(r"([\\`*_\[\]<>|~&])")


def as_text(said: str) -> str:
    """Text that means nothing but itself: no markup, no mention of a user (``@type``)."""
    return _unmentioned(_ACTIVE.sub(r"\\\1", LOOK.shown(said)))


def as_code(said: str) -> str:
    """A code span; a pipe would end a cell of a table, the backtick a span."""
    shown = LOOK.shown(said).replace("|", "\\|")
    fence = "`" * (max((len(run) for run in re.findall("`+", shown)), default=0) + 1)
    pad = " " if shown.startswith("`") or shown.endswith("`") else ""
    return f"{fence}{pad}{shown}{pad}{fence}"


def as_html(said: str) -> str:
    """The same where HTML is wanted."""
    shown = LOOK.shown(said)
    return _unmentioned(shown.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"))


def _unmentioned(said: str) -> str:
    return said.replace("@", "@\u200b")
