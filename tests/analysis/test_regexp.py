"""Anchors of regular expressions, judged by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelint.regex.starts import read_regexp


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("/^a$/", True, True),
        ("/a/", False, False),
        (r"/\Aa\z/", True, True),
        ("/^(a|b)$/", True, True),
        ("/^a|b$/", False, False),
        ("/(?<time>^[^ ]+) /", True, False),
        ("/(?:^a|^b)/", True, False),
        (r"/[|]^a\$/", False, False),
        ("/.*x/", True, False),
        ("^plain", True, False),
    ],
)
def test_anchors(text: str, start: bool, end: bool) -> None:
    found = read_regexp(text)
    assert (found.anchored_start, found.anchored_end) == (start, end)


def test_flags_are_what_follows_the_last_slash() -> None:
    assert (read_regexp("/a/b/im").pattern, read_regexp("/a/b/im").flags) == ("a/b", "im")


@given(st.text(r"ab^$()[]|\/*+?.:<>", max_size=40))
def test_any_text_is_read(text: str) -> None:
    read_regexp(text)
