"""Carets stand under the characters of the span, whatever the line holds and however long it is."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pipelint.base.text.document import Place
from pipelint.base.text.locate import locate
from pipelint.base.text.span import Span
from pipelint.report.findings.parts.excerpt import ExcerptLine, excerpt, shorten
from pipelint.report.look import Look
from tests.report.support import place, whole

ROOM = 60
ALPHABET = "ab <>/\"'#\t\u00e9\u6f22\uff21\u0301\x1b\u202e\U0001f600\n"


def columns(text: str) -> list[str]:
    """What stands in each column of a terminal: a wide character in two, a combining one in none of its own."""
    found: list[str] = []
    for char in text:
        if unicodedata.combining(char):
            continue
        found += [char, ""] if unicodedata.east_asian_width(char) in "WF" else [char]
    return found


def under_carets(row: ExcerptLine) -> str:
    """The text above the carets."""
    return "".join(columns(row.text)[row.indent : row.indent + row.carets])


def printed(text: str) -> str:
    """How a text is shown: blanks for tabs, a replacement for what steers a terminal, no combining characters."""
    shown = text.replace("\t", "    ").replace("\x1b", "\ufffd").replace("\u202e", "\ufffd")
    return "".join(char for char in shown if not unicodedata.combining(char))


def around(before: str, marked: str, after: str) -> list[ExcerptLine]:
    document = whole(before + marked + after)
    span = Span(len(before.encode()), len((before + marked).encode()))
    return excerpt(locate(Place(document, span)), ROOM, Look())


@given(*[st.text(ALPHABET, max_size=12)] * 3)
@example("", "\n", "")
@example("a", "", "")
@example("\t漢", "é\tb", " x")
def test_carets_stand_under_the_span(before: str, marked: str, after: str) -> None:
    rows = around(before, marked, after)
    kept = marked.rstrip(" \t\n")
    first, *rest = kept.split("\n")
    assert rows[0].number == before.count("\n") + 1
    if printed(first):
        assert under_carets(rows[0]) == printed(first)
    else:
        # Nothing to stand under: one caret where the span starts.
        lead = before.rpartition("\n")[2]
        assert (rows[0].indent, rows[0].carets) == (len(columns(printed(lead))), 1)
    if rest:
        assert rows[1].number == rows[0].number + len(rest)
        wanted = printed(rest[-1]).strip()
        assert not wanted or under_carets(rows[1]).strip() == wanted
    assert len(rows) == (2 if rest else 1)


def test_the_indentation_of_the_last_line_has_no_carets() -> None:
    first, last = around("<match>\n  ", "<store>\n    @type null\n  </store>", "\n</match>\n")
    assert (first.text, first.indent, first.carets) == ("  <store>", 2, 7)
    assert (last.text, last.indent, last.carets) == ("  </store>", 2, 8)


@given(st.text(ALPHABET.replace("\n", ""), max_size=400), st.text("ab漢", min_size=1, max_size=300), st.integers(0, 3_000))
def test_long_lines_are_cut_around_the_span(before: str, marked: str, more: int) -> None:
    (row,) = around(before, marked, "-" * more)
    assert len(columns(row.text)) <= ROOM
    shown = under_carets(row)
    assert shown
    assert printed(marked).startswith(shown)
    # Something of what stands before is shown, when there is something.
    assert row.indent > 0 or not printed(before)


def test_a_line_of_megabytes_costs_no_more_than_a_short_one() -> None:
    (row,) = around("x" * 2_000_000, "here", "y" * 3_000_000)
    assert row.text.startswith("…x")
    assert row.text.endswith("y…")
    assert under_carets(row) == "here"


@pytest.mark.parametrize(
    ("text", "part", "expected"),
    [
        ("a\tb\tc\n", "b", ExcerptLine(1, "a    b    c", 5, 1)),
        ("x 漢字 y\n", "y", ExcerptLine(1, "x 漢字 y", 7, 1)),
        ("x 漢字 y\n", "漢字", ExcerptLine(1, "x 漢字 y", 2, 4)),
        ("\ufeff<source>\n", "source", ExcerptLine(1, "<source>", 1, 6)),
        ("\ufeff<source>\n", "\ufeff<", ExcerptLine(1, "<source>", 0, 1)),
        ("ab\r\ncd\r\n", "b\r\n", ExcerptLine(1, "ab", 1, 1)),
        ("ab\r\ncd\r\n", "\r\n", ExcerptLine(1, "ab", 2, 1)),
    ],
)
def test_lines_as_they_are_shown(text: str, part: str, expected: ExcerptLine) -> None:
    assert excerpt(locate(place(whole(text), part)), ROOM, Look()) == [expected]


SECRET = '  password "Tr0ub4dor" # écrit\n  hosts https://u:hunter2@漢:9200 x\n'


@pytest.mark.parametrize(
    ("part", "expected"),
    [
        # What is marked: the value, the name before it, what is after it, a part of it, and more than it.
        ('"Tr0ub4dor"', ExcerptLine(1, '  password "••••" # écrit', 11, 6)),
        ("password", ExcerptLine(1, '  password "••••" # écrit', 2, 8)),
        ("écrit", ExcerptLine(1, '  password "••••" # écrit', 20, 5)),
        ("ub4", ExcerptLine(1, '  password "••••" # écrit', 12, 4)),
        ('password "Tr0', ExcerptLine(1, '  password "••••" # écrit', 2, 14)),
        ("https://u:hunter2@漢:9200", ExcerptLine(2, "  hosts https://u:••••@漢:9200 x", 8, 22)),
        ("9200", ExcerptLine(2, "  hosts https://u:••••@漢:9200 x", 26, 4)),
    ],
)
def test_carets_stand_right_beside_a_mask(part: str, expected: ExcerptLine) -> None:
    assert excerpt(locate(place(whole(SECRET), part)), ROOM, Look()) == [expected]


def test_a_mask_needs_no_more_than_ascii() -> None:
    (row,) = excerpt(locate(place(whole("password hunter2\n"), "hunter2")), ROOM, Look("ascii"))
    assert row == ExcerptLine(1, "password ****", 9, 4)


def test_what_the_output_cannot_show_keeps_its_columns() -> None:
    row = excerpt(locate(place(whole("é\u0301漢 x\n"), "x")), ROOM, Look("ascii"))
    # The accent, too, takes a column once it is a question mark.
    assert row == [ExcerptLine(1, "??? x", 4, 1)]


@given(st.text(ALPHABET, max_size=200), st.integers(10, 80))
def test_shortened_text_fits(text: str, room: int) -> None:
    shown = shorten(text, room, Look())
    assert len(columns(shown)) <= room
    assert "\n" not in shown
    assert "\x1b" not in shown
