"""Anchors of regular expressions, judged by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelint.regex.starts import anchors


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("^a$", True, True),
        ("a", False, False),
        (r"\Aa\z", True, True),
        ("^(a|b)$", True, True),
        ("^a|b$", False, False),
        ("(?<time>^[^ ]+) ", True, False),
        ("(?:^a|^b)", True, False),
        (r"[|]^a\$", False, False),
        (".*x", True, False),
        ("^plain", True, False),
    ],
)
def test_anchors(text: str, start: bool, end: bool) -> None:
    found = anchors(text)
    assert (found.start, found.end) == (start, end)


@given(st.text(r"ab^$()[]|\/*+?.:<>", max_size=40))
def test_any_text_is_read(text: str) -> None:
    anchors(text)
