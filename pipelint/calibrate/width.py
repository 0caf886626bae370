"""How wide the interval of a whole pipeline has to be, by those that no fit saw: to hold nine of ten (conformal prediction)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from pipelint.calibrate.validate import COVERED
from pipelint.cost.interval import Interval

# Of fewer pipelines nine of ten are no figure: then the interval is that of the rows left out by folds.
ENOUGH = 20


@dataclass(frozen=True, slots=True)
class Width:
    """``whole``: the factor that a prediction may be off by where the traffic is known.

    ``open``: how many times as far as by the ranges of ``pipelint.cost.ranges`` an assumed traffic may move it, in logs.
    """

    whole: float
    open: float = 1.0


@dataclass(frozen=True, slots=True)
class Missed:
    """How far a prediction is from the measurement, and how far its interval reaches on that side, all in logs.

    ``known``: with known traffic, ``assumed``: with an assumed one. ``by_itself``: what terms with a range and grades reach,
    ``ranges``: what the ranges of the assumed traffic reach.
    """

    known: float
    known_by_itself: float
    assumed: float
    by_itself: float
    ranges: float

    @property
    def whole(self) -> float:
        """The factor that the interval needs with known traffic."""
        return math.exp(_left(self.known, self.known_by_itself))

    def open(self, whole: float) -> float:
        """How many times its ranges the interval needs with an assumed traffic."""
        left = _left(self.assumed, self.by_itself, math.log(whole))
        return left / self.ranges if self.ranges else math.inf if left else 0.0


def missed(us: float, known: Interval, closed: Interval, assumed: Interval) -> Missed:
    """``us``: as measured. The intervals have no spread: with known traffic, with an assumed one without and with its ranges."""
    by_itself, reach = _reach(closed, us), _reach(assumed, us)
    return Missed(_off(known, us), _reach(known, us), _off(assumed, us), by_itself, _left(reach, by_itself))


def width_of(some: Sequence[Missed]) -> Width:
    """What holds the next one with a chance of nine in ten."""
    whole = _for_the_next([one.whole for one in some])
    return Width(whole, _for_the_next([one.open(whole) for one in some]))


def _for_the_next(values: Sequence[float]) -> float:
    """The conformal quantile: one more value is as likely to have any rank among these, so its chance is rank / (count + 1)."""
    rank = round(COVERED * (len(values) + 1))
    return sorted(values)[min(rank, len(values)) - 1]


def _off(us: Interval, measured: float) -> float:
    return abs(math.log(us.mid / measured))


def _reach(us: Interval, measured: float) -> float:
    return math.log(us.mid / us.low) if us.mid > measured else math.log(us.high / us.mid)


def _left(whole: float, *parts: float) -> float:
    """What is left of a cause if others are taken away: the squares of logs add."""
    return math.sqrt(max(0.0, whole**2 - math.fsum(part**2 for part in parts)))
