"""What a change of a config does to its rate, with what the cost model can know of that.

Both sides are predicted by one model, whose errors are alike on both: work that both do in the same amount cancels out of their
difference, and only work that came or went has an error there. So the work of all stages is parted, kind by kind, into what both
sides do (C), what only the new one does (A) and what only the old one does (D). The rate changes by the factor (C + D) / (C + A),
and each of the three may be wrong by the spread of the model, one high while another is low: that gives the factor's interval.
It holds nine of ten pairs of measured pipelines, as far as repeats of a measurement agree (`tests/compare/test_costs.py`).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

from pipelint.base.lean.record import dataclass
from pipelint.cost.estimate import LEAST_US, settled_loads
from pipelint.cost.events.work import Grade, Terms, add
from pipelint.cost.interval import ZERO, Interval, joined

if TYPE_CHECKING:
    from pipelint.cost.events.walk import Walked
    from pipelint.cost.model import CostModel

# A factor so near to one that it is rounding.
_NOTHING = 1e-9
_AS_IT_IS: Mapping[str, float] = MappingProxyType({})

Graded = Iterable[tuple[Grade, Mapping[str, float]]]
"""The work of stages, each with how well it is known."""


@dataclass(frozen=True, slots=True)
class Work:
    """µs of CPU per input line: what both sides do, what only the new one does, what only the old one; without the spread."""

    same: Interval
    more: Interval
    less: Interval

    def __add__(self, other: Work) -> Work:
        return Work(self.same + other.same, self.more + other.more, self.less + other.less)

    def difference(self, spread: float) -> tuple[float, float, float]:
        """µs after less µs before: low, middle and high."""
        more, less = self.more.widened(spread), self.less.widened(spread)
        return more.low - less.high, more.mid - less.mid, more.high - less.low

    def rate(self, spread: float) -> Interval:
        """The rate after the change divided by the rate before it."""
        more, less = self.more.widened(spread), self.less.widened(spread)
        same = self.same.mid / spread, self.same.mid * spread
        mid = _ratio(self.same.mid, less.mid, more.mid)
        low = min(_ratio(us, less.low, more.high) for us in same)
        high = max(_ratio(us, less.high, more.low) for us in same)
        return Interval(min(low, mid), mid, max(high, mid))


def _ratio(same: float, less: float, more: float) -> float:
    return max(same + less, LEAST_US) / max(same + more, LEAST_US)


def part_work(
    before: Mapping[str, float],
    after: Mapping[str, float],
    model: CostModel,
    scale: float = 1.0,
    grade: Grade = Grade.MEASURED,
) -> Work:
    """The work of two sides, as amounts by term. Raises CostModelError on a term that the model lacks."""
    same = {name: min(amount, after.get(name, 0.0)) for name, amount in before.items()}
    more = {name: amount - same.get(name, 0.0) for name, amount in after.items()}
    less = {name: amount - same[name] for name, amount in before.items()}
    return Work(*(_cost(terms, model, grade).times(1 / scale) for terms in (same, more, less)))


def _cost(terms: Terms, model: CostModel, grade: Grade) -> Interval:
    # Rounding must not make work of what is the same on both sides.
    return model.cost({name: amount for name, amount in terms.items() if amount > 1e-12}, grade) if terms else ZERO


def part_stages(before: Graded, after: Graded, model: CostModel, scale: float = 1.0) -> Work:
    """The same of stages: what is modelled may be wrong by more. Raises CostModelError on a term that the model lacks."""
    was, now = _by_grade(before), _by_grade(after)
    whole = Work(ZERO, ZERO, ZERO)
    for grade in {**was, **now}:
        whole += part_work(was.get(grade, {}), now.get(grade, {}), model, scale, grade)
    return whole


def _by_grade(stages: Graded) -> dict[Grade, Terms]:
    found: dict[Grade, Terms] = {}
    for grade, terms in stages:
        # Of what is unknown the term itself has the range.
        of = Grade.MODELLED if grade is Grade.MODELLED else Grade.MEASURED
        found[of] = add(found.get(of, {}), terms)
    return found


class Before:
    """A config before changes, for the rates after them. Raises CostModelError on a term that the model lacks.

    ``open_``: its walks under what each assumed figure of the traffic may be. What that does to a kind of work it is taken to do
    after a change as well. The causes are independent; each is as likely to halve what is gained as to double it.
    """

    def __init__(self, walked: Walked, open_: Sequence[Sequence[Walked]], model: CostModel) -> None:
        self._model = model
        self._works = _works(walked, model)
        self._terms = _sum(self._works)
        likes = [[_sum(_works(like, model)) for like in some] for some in open_]
        # Of each traffic µs per line, and how much more there is of each kind of work.
        self._open = [[(self._us(like), self._grown(like)) for like in some] for some in likes]

    def change(self, after: Walked) -> Interval:
        """The rate after a change divided by the rate before it."""
        works = _works(after, self._model)
        found = part_stages(self._works, works, self._model).rate(self._model.spread)
        ends = [(found.low, found.high)]
        new = _sum(works)
        for likes in self._open:
            rates = [_ratio(us, 0.0, self._us(new, grown) - us) for us, grown in likes]
            ends.append((min(found.mid, *rates), max(found.mid, *rates)))
        return _joined(found.mid, ends)

    def _grown(self, like: Terms) -> Terms:
        return {name: like.get(name, 0.0) / amount for name, amount in self._terms.items() if amount}

    def _us(self, terms: Terms, grown: Mapping[str, float] = _AS_IT_IS) -> float:
        known = self._model.coefficients
        return math.fsum(known[name].mid * amount * grown.get(name, 1.0) for name, amount in terms.items())


def _works(walked: Walked, model: CostModel) -> list[tuple[Grade, Terms]]:
    return [(load.grade, terms) for load, terms in settled_loads(walked, model)]


def _sum(works: Sequence[tuple[Grade, Terms]]) -> Terms:
    return add(*(terms for _, terms in works))


def _joined(mid: float, ends: Sequence[tuple[float, float]]) -> Interval:
    """A factor that independent causes may move to their ``ends``. What none of them denies, a gain or a loss, stays one."""
    if min(low for low, _ in ends) > 1 + _NOTHING:
        found = joined(mid - 1, [((mid - 1) / (low - 1), (high - 1) / (mid - 1)) for low, high in ends])
        return Interval(min(1 + found.low, mid), mid, max(1 + found.high, mid))
    if max(high for _, high in ends) < 1 - _NOTHING:
        loss = _joined(1 / mid, [(1 / high, 1 / low) for low, high in ends])
        return Interval(min(1 / loss.high, mid), mid, max(1 / loss.low, mid))
    return joined(mid, [(mid / low, high / mid) for low, high in ends])
