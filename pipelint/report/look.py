"""Look: how wide and in which characters text is shown."""

from __future__ import annotations

from pipelint.base.record import dataclass

WIDTH = 100
"""Columns that listings and excerpts fit in."""


@dataclass(frozen=True, slots=True)
class Look:
    """``encoding`` is that of the output: a character that it lacks is shown as ``?``."""

    encoding: str = "utf-8"
    width: int = WIDTH

    def has(self, text: str) -> bool:
        """Whether the output can show all of ``text``."""
        try:
            text.encode(self.encoding)
        except (UnicodeEncodeError, LookupError):
            return False
        return True

    def mark(self, good: str, fallback: str) -> str:
        """``good`` where the output can show it, else ``fallback`` (ASCII)."""
        return good if self.has(good) else fallback

    @property
    def micro(self) -> str:
        """The microsecond sign."""
        return self.mark("µs", "us")

    @property
    def cut(self) -> str:
        """What stands for text that is left out."""
        return self.mark("…", "...")

    def shown(self, text: str) -> str:
        """``text`` as it can be printed on one line of a terminal, character by character.

        Control characters, line ends and characters that only steer the writing direction would let a config draw what
        it likes on the reader's terminal: they become a replacement character. A tab becomes four blanks.
        """
        if text.isascii() and text.isprintable():
            return text
        bad = self.mark("\ufffd", "?")
        safe = "".join(_shown(char, bad) for char in text)
        return safe if self.has(safe) else "".join(char if self.has(char) else "?" for char in safe)


def _shown(char: str, bad: str) -> str:
    if char == "\t":
        return "    "
    return char if char.isprintable() or char == "\u3000" else bad


def cells(text: str) -> int:
    """Columns that ``text`` takes on a terminal: two for a wide character, none for a combining one."""
    if text.isascii():
        return len(text)
    from unicodedata import combining, east_asian_width

    return sum(0 if combining(char) else 2 if east_asian_width(char) in "WF" else 1 for char in text)
