"""The words for a comparison: how much faster or slower, and which stages are to blame."""

from __future__ import annotations

import pytest

from pipelint.compare.model import Blame, CostChange, Direction
from pipelint.cost.interval import Interval
from pipelint.report.diff.words import rest_us, speed, worth_a_line
from tests.report.support import CONFIG, config_of, estimate_of, whole


@pytest.mark.parametrize(
    ("factor", "said"),
    [
        (1.0, "as fast"), (1.0004, "as fast"), (1.06, "1.06x as fast"), (1.9, "1.90x as fast"), (1.97, "2.0x as fast"),
        (3.84, "3.8x as fast"), (0.26, "74% slower"), (0.998, "<1% slower"), (0.004, ">99% slower"),
    ],
)  # fmt: skip
def test_how_fast_something_is(factor: float, said: str) -> None:
    assert speed(factor) == said


def test_what_a_stage_saves_is_worth_a_line_as_what_it_costs() -> None:
    config = config_of(whole(CONFIG))
    found = estimate_of(config, {0: 1.0, 1: 2.0})
    stages = config.graph.stages
    blames = tuple(Blame(stages[n], None, (us, us, us), True) for n, us in enumerate((10.0, -8.0, 0.2, -0.1)))
    cost = CostChange(found, found, Interval(1, 1, 1), Direction.SLOWER, blames, ())
    # A fiftieth of 18.3 µs is 0.37.
    assert worth_a_line(cost) == (blames[:2], "in 2 other stages")
    assert rest_us(cost) == pytest.approx(0.1)
