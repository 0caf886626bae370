"""How text fits where it is shown: rows of long lines, tables, the width of a stream."""

from __future__ import annotations

import io
import os
from unicodedata import combining, east_asian_width

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelint.report.look import FIRST_OF_OTHER_WIDTH, WIDTH, Look, cells
from pipelint.report.printing.output import columns, rows_of, write
from pipelint.report.printing.plain import render_plain
from pipelint.report.printing.styled import Piece, Role, line
from pipelint.report.table import Table

PIECES = st.lists(st.builds(Piece, st.text("ab 語", max_size=30), st.sampled_from(list(Role))), max_size=8)


@given(PIECES, st.integers(10, 60))
def test_rows_have_all_words_in_their_roles_and_fit(pieces: list[Piece], width: int) -> None:
    rows = list(rows_of(tuple(pieces), width))
    texts = ["".join(piece.text for piece in row).rstrip() for row in rows]
    before = "".join(piece.text for piece in pieces)
    assert " ".join(texts).split() == before.split()
    for text in texts:
        # Longer than there is room for is only a word that stands alone.
        assert cells(text) <= width or len(text.split()) == 1
    assert _roles(piece for row in rows for piece in row) == _roles(pieces)
    # A line that fits stays as it is.
    assert len(rows) == 1 or cells(before) > width


def _roles(pieces: object) -> list[tuple[str, Role]]:
    return [(char, piece.role) for piece in pieces for char in piece.text if char != " "]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("environ", "expected"), [({}, WIDTH), ({"COLUMNS": "70"}, 70), ({"COLUMNS": "3"}, 40), ({"COLUMNS": "wide"}, WIDTH)]
)
def test_a_pipe_has_the_width_that_somebody_sets(environ: dict[str, str], expected: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "environ", environ)
    assert columns(io.StringIO()) == expected


def test_lines_in_a_pipe_stay_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(os.environ, "COLUMNS", "40")
    stream = io.StringIO()
    write([line("word " * 30)], stream)
    assert stream.getvalue().count("\n") == 1


TABLE = Table(("name", ">n", "low .. high"), (("one", "1", "0 .. 2"), ("a|b", "20", "10 .. 30")), ("", "21", "10 .. 32"), (2,))


def test_numbers_stand_at_the_right_and_the_total_below() -> None:
    assert render_plain(TABLE.lines(Look())) == (
        "name   n  low .. high\none    1  0 .. 2\na|b   20  10 .. 30\n      21  10 .. 32\n"
    )


def test_what_can_be_spared_is_left_out_where_there_is_no_room() -> None:
    assert render_plain(TABLE.lines(Look(width=12))) == "name   n\none    1\na|b   20\n      21\n"


def test_markdown_keeps_the_cells_apart() -> None:
    assert TABLE.markdown() == (
        "| name | n | low .. high |\n| --- | ---: | --- |\n| one | 1 | 0 .. 2 |\n| a\\|b | 20 | 10 .. 30 |\n"
        "|  | **21** | **10 .. 32** |\n"
    )


def test_the_characters_that_no_table_is_asked_for_take_one_column_each() -> None:
    assert not any(combining(char) or east_asian_width(char) in "WF" for char in map(chr, range(ord(FIRST_OF_OTHER_WIDTH))))
    assert (cells("13 µs"), cells("e\u0301"), cells("\u6f22")) == (5, 1, 2)
