"""What a change of a config does to its rate, with what the cost model can know of that.

Both sides are predicted by one model, whose errors are alike on both: work that both do in the same amount cancels out of their
difference, and only work that came or went has an error there. So the work of all stages is parted, kind by kind, into what both
sides do (C), what only the new one does (A) and what only the old one does (D). The rate changes by the factor (C + D) / (C + A),
and each of the three may be wrong by the spread of the model, one high while another is low: that gives the factor's interval. It holds nine of ten pairs of measured pipelines, as far as repeats of a measurement agree (`tests/compare/test_costs.py`).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from pipelint.base.lean.record import dataclass
from pipelint.cost.estimate import LEAST_US, settled_loads
from pipelint.cost.interval import ZERO, Interval, joined
from pipelint.cost.work import Grade, Terms, add

if TYPE_CHECKING:
    from pipelint.cost.model import CostModel
    from pipelint.cost.walk import Walked

# A factor so near to one that it is rounding.
_NOTHING = 1e-9

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


def rate_change(before: Walked, after: Walked, open_: Sequence[Sequence[Walked]], model: CostModel) -> Interval:
    """The rate after a change divided by the rate before it. Raises CostModelError on a term that the model lacks.

    ``open_``: the walks of ``before`` under what each assumed figure of the traffic may be. What that does to a kind of work is
    taken to be the same after the change. The causes are independent; each is as likely to halve what is gained as to double it.
    """
    was, now = ([(load.grade, terms) for load, terms in settled_loads(each, model)] for each in (before, after))
    found = part_stages(was, now, model).rate(model.spread)
    old, new = (add(*(terms for _, terms in each)) for each in (was, now))
    ends = [(found.low, found.high)]
    for likes in open_:
        rates = [_rate_of(old, new, add(*(terms for _, terms in settled_loads(like, model))), model) for like in likes]
        ends.append((min(found.mid, *rates), max(found.mid, *rates)))
    return _joined(found.mid, ends)


def _rate_of(old: Terms, new: Terms, like: Terms, model: CostModel) -> float:
    """The same where the old side does the work of ``like``."""
    us = {name: model.coefficients[name].mid for name in (*old, *new, *like)}
    before = math.fsum(us[name] * amount for name, amount in like.items())
    after = math.fsum(us[n] * amount * (like.get(n, 0.0) / old[n] if old.get(n) else 1.0) for n, amount in new.items())
    return _ratio(before, 0.0, after - before)


def _joined(mid: float, ends: Sequence[tuple[float, float]]) -> Interval:
    """A factor that independent causes may move to their ``ends``. What none of them denies, a gain or a loss, stays one."""
    if min(low for low, _ in ends) > 1 + _NOTHING:
        found = joined(mid - 1, [((mid - 1) / (low - 1), (high - 1) / (mid - 1)) for low, high in ends])
        return Interval(min(1 + found.low, mid), mid, max(1 + found.high, mid))
    if max(high for _, high in ends) < 1 - _NOTHING:
        loss = _joined(1 / mid, [(1 / high, 1 / low) for low, high in ends])
        return Interval(min(1 / loss.high, mid), mid, max(1 / loss.low, mid))
    return joined(mid, [(mid / low, high / mid) for low, high in ends])
