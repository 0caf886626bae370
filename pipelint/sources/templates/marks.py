"""Marks: what stands in a text for what a template puts there, until an engine says how its syntax writes an unknown value."""

from __future__ import annotations

from pipelint.base.lean.late import late

OPEN, CLOSE, GAP = "\ue000".encode(), "\ue001".encode(), b"?"
"""Characters of no meaning, which YAML takes as they are. A text that has them already is not read as a template."""

MARK = late(OPEN + rb"(\??)(\w*)" + CLOSE)
"""A mark: ``?`` where it may bring whole lines, and the name of what is unknown."""

_OTHER = late(rb"[^A-Za-z0-9]+")
_MOST = 40


def value_mark(name: bytes) -> bytes:
    """The mark of a value that is called so."""
    return OPEN + name + CLOSE


def gap_mark(name: bytes) -> bytes:
    """The mark of what may be any lines."""
    return OPEN + GAP + name + CLOSE


class Names:
    """Words that messages can show for what is unknown: the same for the same code at one place, others for any other."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, bytes], bytes] = {}
        self._count: dict[bytes, int] = {}

    def of(self, code: bytes, place: int = 0) -> bytes:
        """The name of what ``code`` makes; ``place`` tells apart where the same words mean something else, as in two loops."""
        if (place, code) not in self._known:
            name = word = _OTHER.sub(b"_", code[:_MOST]).strip(b"_") or b"value"
            while name in self._count:
                self._count[word] += 1
                name = b"%b_%d" % (word, self._count[word])
            self._count[name] = 1
            self._known[place, code] = name
        return self._known[place, code]
