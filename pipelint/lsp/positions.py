"""Positions as editors count them: lines from 0, characters in the units that client and server agreed on."""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import accumulate
from typing import TYPE_CHECKING

from pipelint.base.span import Span

if TYPE_CHECKING:
    from lsprotocol import types as lsp

# As the protocol has it: nothing else ends a line.
_LINE_END = re.compile(rb"\r\n|\n|\r")


class Positions:
    """Byte offsets of one text as LSP positions, and back. ``encoding`` is utf-8, utf-16 or utf-32."""

    def __init__(self, text: bytes, encoding: str) -> None:
        self._text = text
        self._ascii = text.isascii()
        self._units = {"utf-8": _bytes, "utf-16": _words}.get(encoding, len)
        if b"\r" in text:
            ends = [found.span() for found in _LINE_END.finditer(text)]
            self._starts = [0, *(end for _, end in ends)]
            self._ends = [*(start for start, _ in ends), len(text)]
        else:
            # Most texts, at each keystroke.
            self._starts = [0, *accumulate(len(line) + 1 for line in text.split(b"\n"))][:-1]
            self._ends = [*(start - 1 for start in self._starts[1:]), len(text)]

    def position(self, offset: int) -> lsp.Position:
        """The position of a byte offset; inside of a line end it is the line's end."""
        from lsprotocol import types as lsp

        line = bisect_right(self._starts, offset) - 1
        before = self._text[self._starts[line] : min(offset, self._ends[line])]
        return lsp.Position(line, len(before) if self._ascii else self._units(before.decode("utf-8", "replace")))

    def range(self, span: Span) -> lsp.Range:
        """The range of bytes."""
        from lsprotocol import types as lsp

        return lsp.Range(self.position(span.start), self.position(span.end))

    def offset(self, position: lsp.Position) -> int:
        """The byte offset of a position; one behind the end of a line is the line's end, as the protocol says."""
        if position.line >= len(self._starts):
            return len(self._text)
        start, end = self._starts[position.line], self._ends[position.line]
        if self._ascii:
            return min(start + position.character, end)
        units = 0
        for number, char in enumerate(text := self._text[start:end].decode("utf-8", "replace")):
            if units >= position.character:
                return start + len(text[:number].encode())
            units += self._units(char)
        return end

    def span(self, place: lsp.Range) -> Span:
        """The bytes of a range; one that is written backwards is empty."""
        start = self.offset(place.start)
        return Span(start, max(start, self.offset(place.end)))


def _bytes(text: str) -> int:
    return len(text.encode())


def _words(text: str) -> int:
    return len(text) + sum(char > "\uffff" for char in text)
