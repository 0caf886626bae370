"""The price of a search, by hand: written-out repetitions count, escaped braces are plain characters."""

import pytest

from pipelint.predicate.regex import steps_per_character


@pytest.mark.parametrize(
    ("pattern", "written_out"),
    [("abcd", 4), (r"\{12345\}x", 10), (r"a{3}", 12), (r"(a{2}){5}", 90), (r"[{]9[}]", 7), (r"(?x) a{ 4 }", 44)],
)
def test_steps_follow_the_written_out_pattern(pattern: str, written_out: int) -> None:
    assert steps_per_character(pattern) * 16 == written_out
