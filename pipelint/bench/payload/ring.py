"""Ring: encoded records in one buffer, from which slices of many records are sent over and over."""

from __future__ import annotations

import time
from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterable

from pipelint.base.lean.record import dataclass

LEAST = 1024 * 1024
"""Bytes of a ring at least: few records are repeated, so that a slice of it is worth a system call."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A record as it is sent, and where in it the time stands."""

    data: bytes
    stamps: tuple[int, ...] = ()


class Ring:
    """Records one after the other. ``take`` goes round; times are brought up to date once a second.

    ``stamp``: what a second (Unix time) is in these records, always of the same length.
    """

    def __init__(self, frames: Iterable[Frame], stamp: Callable[[int], bytes] | None = None) -> None:
        """Raises ValueError where there is no record."""
        data = bytearray()
        starts, stamps = array("Q", [0]), array("Q")
        for frame in frames:
            stamps.extend(len(data) + at for at in frame.stamps)
            data += frame.data
            starts.append(len(data))
        if not data:
            raise ValueError("there is no record to send")
        size, count = len(data), len(starts) - 1
        times = max(1, -(-LEAST // size))
        for again in range(1, times):
            starts.extend(again * size + start for start in starts[1 : count + 1])
        stamps = array("Q", [again * size + at for again in range(times) for at in stamps])
        self._data, self._starts, self._stamps, self._stamp = data * times, starts, stamps, stamp
        self._view = memoryview(self._data)
        self._next, self._second = 0, -1

    def __len__(self) -> int:
        return len(self._starts) - 1

    def take(self, count: int, most_bytes: int | None = None) -> tuple[int, memoryview]:
        """The next records, ``count`` or those up to the end of the ring: how many, and their bytes, good until the next call.

        With ``most_bytes`` no more than fit in there, but one at least.
        """
        if self._stamp is not None and (now := int(time.time())) != self._second:
            self._second = now
            self._restamp(self._stamp(now))
        first, starts = self._next, self._starts
        end = min(first + count, len(starts) - 1)
        if most_bytes is not None:
            end = max(first + 1, min(end, bisect_right(starts, starts[first] + most_bytes) - 1))
        self._next = 0 if end == len(starts) - 1 else end
        return end - first, self._view[starts[first] : starts[end]]

    def take_each(self, count: int) -> list[memoryview]:
        """As ``take``, each record by itself."""
        first = self._next
        found, _ = self.take(count)
        starts = self._starts
        return [self._view[starts[at] : starts[at + 1]] for at in range(first, first + found)]

    def _restamp(self, text: bytes) -> None:
        data, size = self._data, len(text)
        for at in self._stamps:
            data[at : at + size] = text
