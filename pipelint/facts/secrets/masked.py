"""Texts with masks in the place of ranges of them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence

from pipelint.base.lean.late import late
from pipelint.facts.secrets.values import Range

MASK = "••••"
"""What stands in the place of a secret."""
_MASK = MASK.encode()
_LINE = late(rb"\S(?:[^\r\n]*\S)?")


def apart(ranges: Iterable[Range]) -> list[Range]:
    """Ranges in order, those that overlap or touch made one."""
    found: list[Range] = []
    for start, end in sorted(ranges):
        if found and start <= found[-1][1]:
            found[-1] = found[-1][0], max(end, found[-1][1])
        elif start < end:
            found.append((start, end))
    return found


def within(one: Range, ranges: Sequence[Range]) -> bool:
    """Whether a range lies in one of others, which are in order and apart."""
    return any(start <= one[0] and one[1] <= end for start, end in touching(ranges, *one))


def masked(text: bytes, secrets: Sequence[Range], start: int = 0, end: int | None = None) -> bytes:
    """``text[start:end]`` with a mask in the place of each of ``secrets``, of one over several lines on each of these."""
    return b"".join(_pieces(text, secrets, start, len(text) if end is None else end))


def _pieces(text: bytes, secrets: Sequence[Range], start: int, end: int) -> Iterator[bytes]:
    at = start
    for first, last in touching(secrets, start, end):
        yield text[at : max(first, start)]
        at = min(last, end)
        yield _LINE.sub(_MASK, text[max(first, start) : at])
    yield text[at:end]


def touching(secrets: Sequence[Range], start: int, end: int) -> Sequence[Range]:
    """Those of the ranges, in order and apart, of which some stands between ``start`` and ``end``."""
    first = bisect_right(secrets, start, key=lambda one: one[1])
    return secrets[first : bisect_left(secrets, end, lo=first, key=lambda one: one[0])]
