"""The page of accuracies: what it says of coefficients."""

from __future__ import annotations

from pipelint.calibrate import rows
from pipelint.calibrate.report import page
from pipelint.calibrate.rows import Row
from pipelint.calibrate.store import Stored
from pipelint.calibrate.subject import read_subject
from pipelint.calibrate.validate import Judged, Validation
from pipelint.cost.model import SCHEMA

STORED: Stored = {
    "schema": SCHEMA,
    "engine": "fluentbit",
    "versions": "5.1",
    "machine": "a CPU",
    "measurements": {},
    "coefficients": {"one": {"us": 1.25}, "ranged": {"us": 2.0, "low": 0.333333, "high": 5.0}},
    "spread": 1.5,
    "modelled": 2.0,
    "figures": {},
}


def test_a_coefficient_has_its_bounds_the_lower_first() -> None:
    base = Row("base", "k", "", 4.0, 0.05, "fit", {"one": 3.2})
    row = Row("a", "k", "base", 20.0, 0.05, "fit", {"one": 16.0})
    judged = (Judged(row, 22.0),)
    checked = Validation(judged, judged, (), judged, judged, ())
    written = page(STORED, checked, [base, row], read_subject(rows.measurements(), "fluentbit"), "")
    assert written.endswith("| work | µs |\n|---|--:|\n| one | 1.25 |\n| ranged | 2 (0.3333 to 5) |\n")
    # Predicted 22 for measured 20 where it was left out.
    assert "\n| a | k | 20.0 | 22.0 | +10% |\n" in written


def test_a_page_of_few_rows_says_that_there_are_none() -> None:
    base = Row("base", "k", "", 4.0, 0.05, "fit", {"one": 3.2})
    row = Row("a", "k", "base", 6.0, 0.05, "fit", {"one": 4.8})
    judged = (Judged(row, 6.6),)
    # No row takes more than twice its base, and there is one kind alone.
    written = page(
        STORED, Validation(judged, (), (), judged, judged, ()), [base, row], read_subject(rows.measurements(), "fluentbit"), ""
    )
    assert "\n| each kind as a whole | 0 | - | - | - |\n" in written
