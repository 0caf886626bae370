"""How wide the intervals of whole pipelines are: by hand, in logs."""

from __future__ import annotations

import math

import pytest

from pipelint.calibrate.width import Missed, missed, width_of
from pipelint.cost.interval import Interval


def interval(low: float, mid: float, high: float) -> Interval:
    """One with its ends at these powers of e."""
    return Interval(math.exp(low), math.exp(mid), math.exp(high))


def test_an_error_is_what_the_ranges_on_its_side_leave_over() -> None:
    """Measured 1 (0 in logs), predicted 0.5 above: of a right-angled triangle 0.3 is one side and 0.4 the other."""
    found = missed(1.0, interval(0.2, 0.5, 9.0), interval(0.5, 0.5, 0.5), interval(-0.3, 0.5, 9.0))
    assert math.log(found.whole) == pytest.approx(0.4)
    # The model's spread of 0.3 leaves 0.4 of the error, which half of the range of 0.8 holds.
    assert found.open(math.exp(0.3)) == pytest.approx(0.5)
    # The measurement is above the prediction: what the other side reaches does not count.
    assert missed(math.e, interval(-5.0, 0.5, 0.5), *([interval(-5.0, 0.5, 0.5)] * 2)).whole == pytest.approx(math.exp(0.5))


def test_without_a_range_only_the_spread_holds_an_error() -> None:
    assert Missed(0.0, 0.0, 0.2, 0.0, 0.0).open(math.exp(0.3)) == 0.0
    assert Missed(0.0, 0.0, 0.4, 0.0, 0.0).open(math.exp(0.3)) == math.inf


def test_the_next_pipeline_has_a_chance_of_nine_in_ten() -> None:
    """Of 19 pipelines the next one is within the eighteenth with a chance of 18 in 20; ranges that none needs do not count."""
    some = [Missed(number / 100, 0.0, number / 100, 0.0, 1.0) for number in range(1, 20)]
    found = width_of(some)
    assert (math.log(found.whole), found.open) == (pytest.approx(0.18), 0.0)
    # With an assumed traffic they are off by as much again as three times the range.
    wide = [Missed(one.known, 0.0, math.hypot(0.18, 3 * one.known), 0.0, one.known) for one in some]
    assert width_of(wide).open == pytest.approx(3.0)
    # By half of the range: it counts half.
    half = [Missed(one.known, 0.0, math.hypot(0.18, one.known / 2), 0.0, one.known) for one in some]
    assert width_of(half).open == pytest.approx(0.5)
