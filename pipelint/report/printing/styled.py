"""Styled lines: text in pieces that know their role, so that plain and coloured output are the same text."""

from __future__ import annotations

from pipelint.base.lean.enum import Enum, auto
from pipelint.base.lean.record import dataclass


class Role(Enum):
    """What a piece of text is; how that looks is the renderer's business."""

    TEXT = auto()
    STRONG = auto()
    FAINT = auto()
    ERROR = auto()
    WARNING = auto()
    INFO = auto()
    GOOD = auto()
    GUTTER = auto()
    OLD = auto()
    NEW = auto()


@dataclass(frozen=True, slots=True)
class Piece:
    """Text on one line, and its role. ``link``: where it leads on a terminal that follows links."""

    text: str
    role: Role = Role.TEXT
    link: str = ""


Line = tuple[Piece, ...]
"""The pieces of one line, from left to right, without the line end."""

BLANK: Line = ()


def line(*parts: Piece | str) -> Line:
    """A line of ``parts``; a string is a piece without a role."""
    return tuple(Piece(part) if isinstance(part, str) else part for part in parts)


_RANGE = "\0..\0"


def wrap(words: str, width: int) -> list[str]:
    """``words`` in lines of at most ``width`` characters, broken at blanks; longer words stand alone. Never empty.

    The ends of a range, ``1.2 .. 1.7``, stay together.
    """
    lines: list[str] = []
    current = ""
    for word in " ".join(words.split()).replace(" .. ", _RANGE).split(" "):
        word = word.replace(_RANGE, " .. ")
        if current and len(current) + 1 + len(word) > width:
            lines.append(current)
            current = word
        else:
            current = f"{current} {word}" if current else word
    return [*lines, current] if current or not lines else lines
