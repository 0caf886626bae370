"""Edits are shown as the lines that go and the lines that come."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pipelint.base.finding import Edit
from pipelint.base.text.document import Document
from pipelint.base.text.span import Span
from pipelint.facts.secrets.known import Secrets
from pipelint.report.hunks import DiffLine, Sign, hunks
from tests.report.support import config_in_manifest, place, whole

SAME, OLD, NEW = Sign.SAME, Sign.OLD, Sign.NEW


def edit(document: Document, old: str, new: str) -> Edit:
    return Edit(document, place(document, old).span, new)


def insertion(document: Document, before: str, new: str) -> Edit:
    at = place(document, before).span.start
    return Edit(document, Span(at, at), new)


def shown(*edits: Edit) -> list[list[tuple[Sign, str, int | None]]]:
    return [[(row.sign, row.text, row.number) for row in hunk.lines] for hunk in hunks(edits, Secrets())]


def test_a_changed_value_is_its_line_twice() -> None:
    document = whole("a\n  b 1\nc\n")
    assert shown(edit(document, "1", "2")) == [[(OLD, "  b 1", 2), (NEW, "  b 2", None)]]


def test_a_removed_line_is_shown_alone() -> None:
    document = whole("a\n  b 1\nc\n")
    assert shown(edit(document, "  b 1\n", "")) == [[(OLD, "  b 1", 2)]]


def test_an_inserted_line_is_shown_behind_the_one_before() -> None:
    document = whole("a\n  b 1\nc\n")
    assert shown(insertion(document, "c", "  x\n  y\n")) == [
        [(SAME, "  b 1", 2), (NEW, "  x", None), (NEW, "  y", None)],
    ]


def test_lines_come_at_the_start_and_at_the_end() -> None:
    document = whole("a\nb")
    assert shown(Edit(document, Span(0, 0), "x\n")) == [[(NEW, "x", None)]]
    assert shown(Edit(document, Span(3, 3), "\ny\n")) == [[(SAME, "b", 2), (NEW, "y", None)]]
    assert shown(Edit(whole(""), Span(0, 0), "x")) == [[(NEW, "x", None)]]


def test_neighbouring_edits_share_a_hunk_and_distant_ones_do_not() -> None:
    document = whole("a\nb\nc\nd\ne\n")
    first, second, last = edit(document, "a", "A"), edit(document, "b", "B"), edit(document, "e", "E")
    assert shown(last, second, first) == [
        [(OLD, "a", 1), (OLD, "b", 2), (NEW, "A", None), (NEW, "B", None)],
        [(OLD, "e", 5), (NEW, "E", None)],
    ]


def test_a_line_behind_a_changed_one_is_shown_behind_its_new_text() -> None:
    document = whole("a 1\nb\n")
    assert shown(edit(document, "1", "2"), insertion(document, "b", "x\n")) == [
        [(OLD, "a 1", 1), (NEW, "a 2", None), (NEW, "x", None)],
    ]


def test_lines_after_one_that_stays_keep_their_numbers() -> None:
    document = whole("a\nb\nc\nd\n")
    assert shown(edit(document, "a\nb\nc\n", "A\nb\nC\n")) == [
        [(OLD, "a", 1), (NEW, "A", None), (SAME, "b", 2), (OLD, "c", 3), (NEW, "C", None)],
    ]


def test_unchanged_lines_between_edits_stay() -> None:
    document = whole("a\nb\nc\n")
    assert shown(edit(document, "a\n", ""), insertion(document, "c", "x\n")) == [
        [(OLD, "a", 1), (SAME, "b", 2), (NEW, "x", None)],
    ]


def test_edits_at_each_other_s_border_share_a_hunk() -> None:
    document = whole("path a.log\n")
    touching = Edit(document, Span(5, 6), "b"), Edit(document, Span(6, 10), ".txt")
    assert [[text for _, text, _ in lines] for lines in shown(*touching)] == [["path a.log", "path b.txt"]]


def test_overlapping_edits_are_shown_each_alone() -> None:
    document = whole("abc\n")
    assert shown(edit(document, "ab", "x"), edit(document, "bc", "y")) == [
        [(OLD, "abc", 1), (NEW, "xc", None)],
        [(OLD, "abc", 1), (NEW, "ay", None)],
    ]


def test_lines_are_numbered_as_in_the_file() -> None:
    manifest = "kind: ConfigMap\ndata:\n  fluent.conf: |\n    <source>\n      @type x\n    </source>\n"
    document = config_in_manifest(manifest, "cm.yaml").documents[0]
    (hunk,) = hunks([edit(document, "x", "y")], Secrets())
    assert hunk.lines == (DiffLine(OLD, "  @type x", 5), DiffLine(NEW, "  @type y", None))
    assert hunk.at.line == 5


@given(st.text("ab\n", max_size=30), st.text("xy\n", max_size=12), st.data())
def test_the_lines_of_a_hunk_make_the_edited_text(text: str, new: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    (hunk,) = hunks([Edit(whole(text), Span(start, end), new)], Secrets())
    old_lines = text.split("\n")
    for row in hunk.lines:
        if row.number is not None:
            assert old_lines[row.number - 1] == row.text
    # What is shown stands for a run of old lines, which the new and the unchanged ones replace.
    numbers = [row.number for row in hunk.lines if row.number is not None]
    kept = min(numbers, default=1) - 1
    shown_after = [row.text for row in hunk.lines if row.sign is not OLD]
    edited = old_lines[:kept] + shown_after + old_lines[kept + len(numbers) :]
    wanted = (text[:start] + new + text[end:]).split("\n")
    # A line end that comes or goes at the end of the text makes no line of its own.
    assert [*filter(None, edited)] == [*filter(None, wanted)]
