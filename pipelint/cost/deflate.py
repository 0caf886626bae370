"""How hard a text is to compress: what zlib searches on its way through it, at the level that gzip has by default."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

# zlib's level 6 (deflate.c, configuration_table): a match so long is not looked at further, a chain of earlier places not longer.
_GOOD, _LAZY, _NICE, _CHAIN = 8, 16, 128, 128
_WINDOW, _LONGEST, _LEAST = 32_768, 258, 3
# Text that is gone through after a window of it; no figure comes from less.
_PART, _FEWEST = 8_192, 2_048
# ns a byte, a place that is looked at, one that is compared, a symbol: of 17 kinds of text from 5 to 39 ns a byte, the worst is
# 5 % off. In what follows words and templates of log messages, of 15 ns, are 1.
_BYTE, _PLACE, _COMPARED, _SYMBOL, _ONE = 2.64, 2.745, 32.3, 24.4, 15.0


@lru_cache(maxsize=8)
def hardness(lines: Sequence[bytes]) -> float | None:
    """How many times as long a byte takes as one of log messages of words and templates; None of too few lines."""
    size = 0
    taken = []
    for line in lines:
        taken.append(line)
        size += len(line) + 1
        if size > _WINDOW + _PART + _LONGEST:
            break
    text = b"\n".join(taken)
    end = len(text) - _LONGEST
    begin = max(0, end - _PART) if end > 2 * _PART else end // 2
    if end - begin < _FEWEST:
        return None
    places, compared, symbols = _Search(text).through(begin, end)
    return (_BYTE + (_PLACE * places + _COMPARED * compared + _SYMBOL * symbols) / (end - begin)) / _ONE


class _Search:
    """zlib's search for earlier places of the same text (deflate.c, deflate_slow and longest_match)."""

    def __init__(self, text: bytes) -> None:
        self._text = text
        self._last: dict[bytes, int] = {}
        self._before = [-1] * len(text)
        self.places = self.compared = 0

    def through(self, begin: int, end: int) -> tuple[int, int, int]:
        """Places that are looked at between two positions, those that are compared, and the symbols that come of it."""
        for at in range(begin):
            self._put(at)
        at, symbols, had, waits = begin, 0, _LEAST - 1, False
        while at < end:
            place = self._put(at)
            found = self._longest(at, place, had) if place >= 0 and had < _LAZY else 0
            if had >= _LEAST and found <= had:
                symbols += 1
                for inside in range(at + 1, at + had - 1):
                    self._put(inside)
                at, had, waits = at + had - 1, _LEAST - 1, False
                continue
            # A byte waits whether a longer match begins after it.
            symbols += waits
            at, had, waits = at + 1, max(found, _LEAST - 1), True
        return self.places, self.compared, symbols

    def _put(self, at: int) -> int:
        """Notes a place. Returns the last one of the same three bytes, -1 for none."""
        key = self._text[at : at + _LEAST]
        place = self._before[at] = self._last.get(key, -1)
        self._last[key] = at
        return place

    def _longest(self, at: int, place: int, best: int) -> int:
        """The longest match that is longer than ``best``, 0 for none."""
        text, before, found = self._text, self._before, 0
        for _ in range(_CHAIN >> 2 if best >= _GOOD else _CHAIN):
            self.places += 1
            if text[place + best] == text[at + best] and text[place + best - 1] == text[at + best - 1]:
                self.compared += 1
                if text[place : place + best] == text[at : at + best]:
                    length = best
                    while length < _LONGEST and text[place + length] == text[at + length]:
                        length += 1
                    if length > best:
                        best = found = length
                        if length >= _NICE:
                            break
            place = before[place]
            if place < 0 or place <= at - _WINDOW:
                break
        return found
