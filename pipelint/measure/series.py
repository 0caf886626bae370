"""Values of one thing, taken again and again: their middle, how well it is known, and how large a run should be."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import median

from pipelint.cost.interval import Interval

LEAST_RUNS = 3
# Half the width in which nine of ten middles of n values lie, in standard errors: Student's t, 95th percentile, n - 1 degrees.
_T = (
    6.314,
    2.920,
    2.353,
    2.132,
    2.015,
    1.943,
    1.895,
    1.860,
    1.833,
    1.812,
    1.796,
    1.782,
    1.771,
    1.761,
    1.753,
    1.746,
    1.740,
    1.734,
    1.729,
)
_NORMAL = 1.645
# The mean absolute deviation from the median in standard deviations, and the standard error of a median in those of a mean.
_SIGMA, _MEDIAN = math.sqrt(math.pi / 2), 1.2533


def interval(values: Sequence[float]) -> Interval:
    """The median of values, and where nine of ten such medians would lie. Of one value nothing is known but itself."""
    mid = median(values)
    if len(values) < LEAST_RUNS:
        return Interval(min(values), mid, max(values))
    sigma = _SIGMA * sum(abs(each - mid) for each in values) / (len(values) - 1)
    t = _T[len(values) - 2] if len(values) - 2 < len(_T) else _NORMAL
    half = t * _MEDIAN * sigma / math.sqrt(len(values))
    return Interval(mid - half, mid, mid + half)


def precision(values: Sequence[float]) -> float:
    """Half the width of that interval against its middle; infinite where it cannot be told."""
    if len(values) < LEAST_RUNS:
        return math.inf
    found = interval(values)
    return (found.high - found.mid) / found.mid if found.mid > 0 else math.inf


def sizes(us: float, seconds: float, least: int) -> tuple[int, int]:
    """Lines of a small and a large run, of which each costs ``us``: together they take some ``seconds`` of CPU."""
    large = max(5 * least, round(seconds * 1e6 / max(us, 0.01) / 1.2))
    return large // 5, large
