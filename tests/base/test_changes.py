"""Changes: where they touch, each is made as a whole, what is added first."""

from __future__ import annotations

import pytest

from pipelint.base.finding import Edit
from pipelint.base.text.changes import Change, edited_text, narrowed, spliced
from pipelint.base.text.document import Document, SourceFile
from pipelint.base.text.span import Span


@pytest.mark.parametrize("turn", [1, -1])
def test_what_is_added_comes_before_what_starts_there(turn: int) -> None:
    document = Document.whole(SourceFile("a.conf", b"abcdef"))
    edits = [Edit(document, Span(2, 4), "X"), Edit(document, Span(2, 2), "+")][::turn]
    assert edited_text(document.text, edits) == b"ab+Xef"


def test_what_is_added_at_one_place_stands_in_the_order_given() -> None:
    assert spliced(b"ab", [Change(Span(1, 1), b"1"), Change(Span(1, 1), b"2")]) == b"a12b"


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        # What both begin with and what both end with may be the same characters: they count once.
        (b"aabaa", b"aaa", Change(Span(2, 4), b"")),
        (b"aaa", b"aabaa", Change(Span(2, 2), b"ba")),
        (b"abc", b"axc", Change(Span(1, 2), b"x")),
        ("aéc".encode(), "aèc".encode(), Change(Span(1, 3), "è".encode())),
    ],
)
def test_a_change_without_what_stays(old: bytes, new: bytes, expected: Change) -> None:
    assert narrowed(old, Change(Span(0, len(old)), new)) == expected
