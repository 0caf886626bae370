"""Lines: from byte offsets to lines and columns, at the very edge."""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache
from itertools import accumulate, repeat
from operator import add

# Columns on longer lines are counted from known points this many bytes apart, so that many places on one line of
# megabytes (a ConfigMap written as JSON) take no more time than as many short lines.
_BLOCK = 4096
_CONTINUATION = bytes(range(0x80, 0xC0))


def line_starts(text: bytes) -> list[int]:
    """Where the lines of ``text`` start, which end at a line feed. The last one may be empty."""
    # An editor asks with every keystroke: no step in Python for each line.
    if b"\r" in text:
        return list(accumulate(map(add, map(len, text.split(b"\n")), repeat(1)), initial=0))[:-1]
    starts = list(accumulate(map(len, text.splitlines(keepends=True)), initial=0))
    if text and not text.endswith(b"\n"):
        del starts[-1]
    return starts


class Lines:
    """Line starts of one text. Lines end at a line feed."""

    __slots__ = ("_before", "_starts", "text")

    def __init__(self, text: bytes) -> None:
        self.text = text
        self._starts = line_starts(text)
        self._before: list[int] = []  # characters before each block, counted when first asked for

    def __len__(self) -> int:
        return len(self._starts)

    def line(self, offset: int) -> int:
        """The 1-based line of a byte offset."""
        return bisect_right(self._starts, offset)

    def position(self, offset: int) -> tuple[int, int]:
        """1-based line and column of a byte offset; columns count characters."""
        line = self.line(offset)
        start = self._starts[line - 1]
        if offset - start > _BLOCK:
            return line, self._characters(offset) - self._characters(start) + 1
        return line, len(self.text[start:offset].decode("utf-8", "replace")) + 1

    def start(self, line: int) -> int:
        """The byte offset at which the 1-based ``line`` starts."""
        return self._starts[line - 1]

    def content(self, line: int) -> bytes:
        """The bytes of the 1-based ``line`` without its line end."""
        return self.text[self._starts[line - 1] : self.end(line)]

    def end(self, line: int) -> int:
        """The byte offset at which the 1-based ``line`` ends, before its line end."""
        start, end = self._starts[line - 1], self._starts[line] if line < len(self._starts) else len(self.text)
        while end > start and self.text[end - 1] in b"\r\n":
            end -= 1
        return end

    def _characters(self, offset: int) -> int:
        """Characters before a byte offset."""
        if not self._before:
            self._before = [0]
            for at in range(0, len(self.text), _BLOCK):
                self._before.append(self._before[-1] + _count(self.text[at : at + _BLOCK]))
        block = min(offset, len(self.text)) // _BLOCK
        return self._before[block] + _count(self.text[block * _BLOCK : offset])


def _count(text: bytes) -> int:
    return len(text.translate(None, _CONTINUATION))


@lru_cache(maxsize=64)
def lines_of(text: bytes) -> Lines:
    """The (cached) lines of a text."""
    return Lines(text)
