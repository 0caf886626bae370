"""Texts in lines of a width."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pipelint.report.printing.styled import wrap
from tests.properties import tries


def test_the_ends_of_a_range_stay_together() -> None:
    lines = wrap("4,660 -> 6,590 events/s per CPU, 1.4x (1.2 .. 1.7)", 45)
    assert lines == ["4,660 -> 6,590 events/s per CPU, 1.4x", "(1.2 .. 1.7)"]


def test_there_is_always_a_line() -> None:
    assert wrap("  ", 10) == [""]


@tries(200)
@given(st.text(alphabet="ab. \n", max_size=60), st.integers(1, 20))
def test_no_word_is_lost_and_no_line_is_too_wide(words: str, width: int) -> None:
    lines = wrap(words, width)
    assert " ".join(lines).split() == words.split()
    assert all(len(line) <= width or " " not in line or " .. " in line for line in lines)
