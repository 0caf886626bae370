"""Values of YAML scalars as texts: maps lead to what is in the file, and bounds count what they say."""

from __future__ import annotations

import re

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from pipelint.base.text.span import Span
from pipelint.yaml import text as yaml_text
from pipelint.yaml.text import TextBudget, content_span, scalar_map
from pipelint.yaml.tree import read_yaml, scalars_of

HEADS = ("|", "|-", "|+", "|2", "&a !!str |", "| # why", ">", "", "'", '"')
# Words, indentation and every line break of YAML's, whole and in parts.
WORDS = ("a", "b c", " ", "  ", "\t", "é", "😀", "#", ": ", "''", "\\n", "\\\\", "-")
BREAKS = ("\n", "\n    ", "\n    ", "\n    x", "\n      ", "\n  ", "\n\n", "\r\n", "\r\n    ", "\r\n    y", "\r", "\x85")
PARTS = (*WORDS, *BREAKS, "\u2028", "\u2029    ")
ENDS = ("", "\n", "\n  z: 1\n", "\n\n\n", "\n# c\n", "\n   # d\n", "\r\n")


@st.composite
def manifests(draw: st.DrawFn) -> bytes:
    """YAML with a scalar of any style."""
    head = draw(st.sampled_from(HEADS))
    eol = draw(st.sampled_from(["\n", "\r\n"])) if "|" in head or ">" in head else ""
    lead = draw(st.sampled_from(["", eol, "  " + eol])) + "    " if eol else ""
    body = "".join(draw(st.lists(st.sampled_from(PARTS), max_size=12)))
    closed = head if head in ("'", '"') else ""
    return f"data:\n  k: {head}{eol}{lead}{body}{closed}{draw(st.sampled_from(ENDS))}".encode()


@given(manifests())
# What stands behind a part of the last line is no end of the text: the line goes on, and YAML has an end of its own there.
@example("data:\n  k: |-\n    a\u2029      \x85\n".encode())
@example(b"data:\n  k: |-\r\n    a\n      \r\n\\\n")
def test_what_a_map_leads_to_is_the_value(data: bytes) -> None:
    for scalar in scalars_of(read_yaml(data).roots):
        made = scalar_map(data, scalar)
        assert made.text == scalar.encoded == b"".join(piece.doc.cut(made.text) for piece in made.slices)
        assert scalar.content <= min((piece.file.start for piece in made.slices), default=scalar.end)
        for piece in made.slices:
            assert piece.file.end <= scalar.end
            assert (piece.file.cut(data) == piece.doc.cut(made.text)) == piece.verbatim
        # One slice for all that stands together in the file.
        pairs = zip(made.slices, made.slices[1:], strict=False)
        assert not any(one.verbatim and two.verbatim and one.file.end == two.file.start for one, two in pairs)


@given(st.lists(st.tuples(st.text("a\n\\'\r\x85", max_size=30), st.integers(1, 3)), max_size=8), st.integers(0, 200), st.data())
def test_a_budget_counts_lines_and_escapes(texts: list[tuple[str, int]], most: int, data: st.DataObject) -> None:
    written = "".join(text for text, _ in texts).encode()
    assume(written)
    spans, at = [], 0
    for text, times in texts:
        spans += [Span(at, at + len(text.encode()))] * times
        at += len(text.encode())
    spans = data.draw(st.permutations(spans))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(yaml_text, "MAX_LINES", most)
        budget = TextBudget(written)
    for span in spans:
        # Ten for a document, one for each piece of a map that something in the text begins.
        most -= 10 + len(re.findall(rb"\n|\r|\xc2\x85|\\|''", span.cut(written)))
        assert budget.take(span) == (most >= 0) == (not budget.spent)


@pytest.mark.parametrize(
    ("data", "value"),
    [
        ('k: "a\\tb" # c\n', "a\\tb"),
        ("k: &x !!str 'it''s' # c\n", "it''s"),
        ("k: a\n  b # c\n", "a\n  b"),
        ("k: | # c\n  a\n  b\nz: 1\n", "a\n  b\n"),
    ],
)
def test_the_content_is_all_that_is_written_for_the_value(data: str, value: str) -> None:
    _, scalar, *_ = scalars_of(read_yaml(data.encode()).roots)
    assert content_span(data.encode(), scalar).cut(data.encode()).decode() == value


def test_an_empty_value_is_where_its_scalar_ends() -> None:
    _, scalar = scalars_of(read_yaml(b"k: ''\n").roots)
    assert content_span(b"k: ''\n", scalar) == Span(5, 5)
