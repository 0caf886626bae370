"""Printable: any text as an output may hold it, which people read and programs parse."""

from __future__ import annotations

BAD = "\ufffd"
"""What stands for a character that is not shown."""
# A blank of its own width, which Python does not count among the printable characters.
_BLANK = "\u3000"


def printable(text: str, keep: str = "") -> str:
    """``text`` without characters that nobody sees, but for those in ``keep``.

    Control characters, line ends and characters that only steer the writing direction would let a file, by its name or what
    stands in it, draw what it likes on a terminal, begin a line of a log, or turn what is read round: they become ``BAD``.
    """
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() or char == _BLANK or char in keep else BAD for char in text)
