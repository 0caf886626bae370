"""Edits of one fix that meet: what is added where something goes comes in its place."""

from __future__ import annotations

import pytest

from pipelint.base.finding import Edit
from pipelint.base.text.changes import edited_text
from pipelint.base.text.document import Document, SourceFile
from pipelint.base.text.span import Span
from pipelint.rules.fix import join_edits


def joined(text: str, *edits: tuple[str, str] | tuple[int, str]) -> str | None:
    """The text with edits made: each removes a part of it, or adds at a place."""
    document = Document.whole(SourceFile("a.conf", text.encode()))
    made = []
    for where, new in edits:
        start = text.index(where) if isinstance(where, str) else where
        made.append(Edit(document, Span(start, start + len(where if isinstance(where, str) else "")), new))
    found = join_edits(made)
    again = join_edits(made[::-1])
    assert found == again or len([edit for edit in made if not len(edit.span)]) > 1
    return None if found is None else edited_text(document.text, found).decode()


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_line_added_behind_the_line_that_goes_takes_its_place(end: str) -> None:
    text = f"<b>{end}  a 1{end}  b 2  # note{end}</b>{end}"
    line = f"  b 2  # note{end}"
    behind = text.index(line) + len(line) - len(end)
    assert joined(text, (line, ""), (behind, f"{end}  c 3")) == f"<b>{end}  a 1{end}  c 3{end}</b>{end}"
    assert joined(text, (line, ""), (behind, f"{end}  c 3"), (behind, f"{end}  d 4")) == (
        f"<b>{end}  a 1{end}  c 3{end}  d 4{end}</b>{end}"
    )


def test_the_last_line_of_a_text_without_a_line_feed() -> None:
    assert joined("a 1\nb 2", ("b 2", ""), (7, "\nc 3")) == "a 1\nc 3"


def test_on_one_line_the_blanks_stay() -> None:
    assert joined("x { a => 1 b => 2 }", ("b => 2 ", ""), (17, " c => 3")) == "x { a => 1 c => 3 }"
    assert joined("x { a => 1\n}", ("a => 1", ""), (10, "\n  c => 3")) == "x { \n  c => 3\n}"


def test_what_is_added_before_the_lines_that_go_stays_before_them() -> None:
    assert joined("a 1\nb 2\nc 3\n", ("b 2\n", ""), (4, "x 9\n")) == "a 1\nx 9\nc 3\n"
    assert joined("a 1\nb 2\nc 3\n", ("b 2\n", ""), (8, "x 9\n")) == "a 1\nx 9\nc 3\n"


def test_what_is_added_inside_of_what_goes_goes_too() -> None:
    assert joined("<b>\n  a 1\n</b>\nc 2\n", ("<b>\n  a 1\n</b>\n", ""), (9, "\n  x 9")) == "c 2\n"
