"""What a fit predicts of a row: by hand."""

from __future__ import annotations

import pytest

from pipelint.calibrate.rows import Row
from pipelint.calibrate.solve import predict, settle
from pipelint.cost.waiting import ENOUGH

US = {"input.x": 10.0, "filter.x": 1.0, "wait.event": 0.5}


def row(**terms: float) -> Row:
    return Row("a", "k", "", 20.0, 0.05, "fit", {name.replace("_", "."): amount for name, amount in terms.items()})


# Workers with nothing to do wait as often as they can; with a third of what keeps them busy two thirds of the waits are left.
@pytest.mark.parametrize(("work", "waits"), [(0.0, 3.0), (ENOUGH / 3, 2.0), (ENOUGH, 0.0), (2 * ENOUGH, 0.0)])
def test_the_work_of_the_others_leaves_a_share_of_the_waits(work: float, waits: float) -> None:
    measured = row(input_x=1.0, filter_x=work, wait_event=3.0)
    assert settle(measured, US).terms == pytest.approx({"input.x": 1.0, "filter.x": work, "wait.event": waits})
    assert predict(measured, US) == pytest.approx(10.0 + work + 0.5 * waits)


def test_a_row_that_never_waits_is_its_work() -> None:
    measured = row(input_x=1.0, filter_x=2.0)
    assert settle(measured, US) is measured
    assert predict(measured, {"filter.x": 1.5}) == 3.0
