"""Marks: what stands in a text for what a template puts there, until an engine says how its syntax writes an unknown value."""

from __future__ import annotations

from pipelint.base.lean.late import late

OPEN, CLOSE, GAP = "\ue000".encode(), "\ue001".encode(), b"?"
"""Characters of no meaning, which YAML takes as they are. A text that has them already is not read as a template."""

MARK = late(OPEN + rb"(\??)(\w*)" + CLOSE)
"""A mark: ``?`` where it may bring whole lines, and the name of what is unknown."""

_OTHER = late(rb"[^A-Za-z0-9]+")
_MOST = 40


def value_mark(code: bytes) -> bytes:
    """The mark of a value that ``code`` makes; the same for the same code, as far as its words tell."""
    return OPEN + mark_name(code) + CLOSE


def gap_mark(code: bytes) -> bytes:
    """The mark of what may be any lines."""
    return OPEN + GAP + mark_name(code) + CLOSE


def mark_name(code: bytes) -> bytes:
    """A word for ``code`` that messages can show."""
    return _OTHER.sub(b"_", code[:_MOST]).strip(b"_") or b"value"
