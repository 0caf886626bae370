"""Which figures of a stored page count as those of a fresh one."""

from __future__ import annotations

import pytest

from tests.calibrate.stored import alike


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("| fifth | 173 | 7.9% | 0.90 |", "| fifth | 173 | 8.1% | 0.89 |", True),
        ("| fifth | 173 | 7.9% | 0.90 |", "| fifth | 173 | 8.2% | 0.90 |", False),
        ("| h_cri | 16.0 | -11% | 11.1 .. 17.9 |", "| h_cri | 16.0 | +11% | 11.1 .. 17.9 |", False),
        ("| h_cri | 16.0 |", "| h_cri | 16.0, not held |", False),
        ("| h_cri | 16.0 |", "| h_csv | 16.0 |", False),
    ],
)
def test_figures_are_alike_within_two_of_their_last_digit(one: str, other: str, same: bool) -> None:
    assert alike(one, other) is same
