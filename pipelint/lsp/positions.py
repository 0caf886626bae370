"""Positions as editors count them: lines from 0, characters in the units that client and server agreed on."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING

from pipelint.base.text.lines import line_starts
from pipelint.base.text.span import Span

if TYPE_CHECKING:
    from lsprotocol import types as lsp

# As the protocol has it: nothing else ends a line.
_LINE_END = re.compile(rb"\r\n|\n|\r")


class Positions:
    """Byte offsets of one text as LSP positions, and back. ``encoding`` is utf-8, utf-16 or utf-32."""

    def __init__(self, text: bytes, encoding: str) -> None:
        self.encoding = encoding
        self._text = text
        self._ascii = text.isascii()
        self._units = {"utf-8": _bytes, "utf-16": _words}.get(encoding, len)
        # Most texts have no carriage return: their lines end one byte before the next one starts.
        ends = [found.span() for found in _LINE_END.finditer(text)] if b"\r" in text else []
        self._starts = [0, *(end for _, end in ends)] if ends else line_starts(text)
        self._ends = [*(start for start, _ in ends), len(text)] if ends else None

    def position(self, offset: int) -> lsp.Position:
        """The position of a byte offset; inside of a line end it is the line's end."""
        from lsprotocol import types as lsp

        return lsp.Position(*self._position(offset))

    def range(self, span: Span) -> lsp.Range:
        """The range of bytes."""
        return range_of(self.where(span))

    def where(self, span: Span) -> tuple[int, int, int, int]:
        """The line and the character at which bytes start, and those at which they end."""
        return *self._position(span.start), *self._position(span.end)

    def _position(self, offset: int) -> tuple[int, int]:
        line = bisect_right(self._starts, offset) - 1
        start, end = self._starts[line], min(offset, self._end(line))
        return line, end - start if self._ascii else self._units(self._text[start:end].decode("utf-8", "replace"))

    def width(self, span: Span) -> int:
        """How many characters bytes of one line are."""
        return len(span) if self._ascii else self._units(span.cut(self._text).decode("utf-8", "replace"))

    def offset(self, position: lsp.Position) -> int:
        """The byte offset of a position; one after the end of a line is the line's end, as the protocol says."""
        if position.line >= len(self._starts):
            return len(self._text)
        start, end = self._starts[position.line], self._end(position.line)
        if self._ascii:
            return min(start + position.character, end)
        units = 0
        for number, char in enumerate(text := self._text[start:end].decode("utf-8", "replace")):
            if units >= position.character:
                return start + len(text[:number].encode())
            units += self._units(char)
        return end

    def _end(self, line: int) -> int:
        """Where a line's text ends."""
        if self._ends is not None:
            return self._ends[line]
        return self._starts[line + 1] - 1 if line + 1 < len(self._starts) else len(self._text)

    def span(self, place: lsp.Range) -> Span:
        """The bytes of a range; one that is written backwards is empty."""
        start = self.offset(place.start)
        return Span(start, max(start, self.offset(place.end)))


def range_of(where: tuple[int, int, int, int]) -> lsp.Range:
    """What ``Positions.where`` says, in the protocol's type."""
    from lsprotocol import types as lsp

    return lsp.Range(lsp.Position(*where[:2]), lsp.Position(*where[2:]))


def _bytes(text: str) -> int:
    return len(text.encode())


def _words(text: str) -> int:
    return len(text) + sum(char > "\uffff" for char in text)
