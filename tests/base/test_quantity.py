"""Whole numbers that a stranger may have written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelint.base.quantity import MOST, whole


@given(st.integers(-(10**30), 10**30))
def test_a_number_is_itself_up_to_a_most(number: int) -> None:
    assert whole(str(number)) == max(-MOST, min(number, MOST))


@pytest.mark.parametrize(
    ("text", "number"), [("1_000", 1000), ("+5", 5), ("007", 7), ("0", 0), ("", 0), ("9" * 100_000, MOST), ("0" * 9_000 + "3", 3)]
)
def test_what_fluentd_writes(text: str, number: int) -> None:
    assert whole(text) == number


@pytest.mark.parametrize("text", ["a", "1.5", "0x10"])
def test_what_is_none(text: str) -> None:
    with pytest.raises(ValueError, match="invalid literal"):
        whole(text)
