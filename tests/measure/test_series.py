"""The middle of values and how well it is known. Expected values by hand."""

from __future__ import annotations

import math

import pytest

from pipelint.measure.series import interval, precision, sizes


def test_nine_of_ten_middles_lie_in_the_interval() -> None:
    # Mean absolute deviation 4 / 4 = 1 (n - 1), sigma 1.2533, t(4) = 2.132, the median's error 1.2533 that of a mean.
    half = 2.132 * 1.2533 * 1.2533 * 1.0 / math.sqrt(5)
    found = interval([9, 10, 10, 11, 12])
    assert (found.low, found.mid, found.high) == pytest.approx((10 - half, 10, 10 + half), rel=1e-3)


def test_a_single_slow_run_moves_the_middle_little() -> None:
    assert interval([10, 10, 10, 10, 50]).mid == 10


@pytest.mark.parametrize("values", [[10.0], [10.0, 10.0]])
def test_of_one_or_two_values_nothing_is_known(values: list[float]) -> None:
    assert precision(values) == math.inf


def test_values_that_agree_are_precise() -> None:
    assert precision([10.0, 10.0, 10.0]) == 0


def test_what_costs_nothing_is_never_known() -> None:
    assert precision([-1.0, 0.0, 1.0]) == math.inf


def test_a_run_takes_the_time_that_it_may_and_has_a_least_size() -> None:
    # 1.2 s of CPU at 10 us: 20,000 and 100,000 lines.
    assert sizes(10, 1.2, 1000) == (20_000, 100_000)
    assert sizes(1000, 1.2, 1000) == (1000, 5000)
