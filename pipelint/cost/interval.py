"""Interval: a low, a middle and a high value of one quantity."""

from __future__ import annotations

import math
from collections.abc import Sequence

from pipelint.base.lean.record import dataclass


@dataclass(frozen=True, slots=True)
class Interval:
    """``low <= mid <= high``, all finite and in one unit. Raises ValueError when they are out of order."""

    low: float
    mid: float
    high: float

    def __post_init__(self) -> None:
        if not self.low <= self.mid <= self.high:
            raise ValueError(f"not an interval: {self.low}, {self.mid}, {self.high}")

    def __add__(self, other: Interval) -> Interval:
        return Interval(self.low + other.low, self.mid + other.mid, self.high + other.high)

    def times(self, factor: float) -> Interval:
        """The interval with each end multiplied by ``factor`` (not negative)."""
        return Interval(self.low * factor, self.mid * factor, self.high * factor)

    def widened(self, spread: float) -> Interval:
        """The interval with its ends moved apart by the factor ``spread`` (1.0 or more)."""
        return Interval(self.low / spread, self.mid, self.high * spread)

    def per_second(self) -> Interval:
        """Events per second where this is µs per event: the lowest cost gives the highest rate. Needs ``low > 0``."""
        return Interval(1e6 / self.high, 1e6 / self.mid, 1e6 / self.low)


def joined(mid: float, factors: Sequence[tuple[float, float]]) -> Interval:
    """A value that independent causes may divide and multiply by ``factors`` (1.0 or more): the squares of their logs add."""
    down, up = (math.exp(math.hypot(*(math.log(pair[end]) for pair in factors))) for end in (0, 1))
    return Interval(mid / down, mid, mid * up)


ZERO = Interval(0.0, 0.0, 0.0)
