"""Values of YAML scalars as texts: the quick map of a literal is the one that its pieces make, and bounds count what they say."""

from __future__ import annotations

import re

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from pipelint.base.text.sourcemap import SourceMap
from pipelint.base.text.span import Span
from pipelint.yaml import text as yaml_text
from pipelint.yaml.edit import scalars_of
from pipelint.yaml.text import TextBudget, content_span, scalar_map, scalar_pieces
from pipelint.yaml.tree import Scalar, read_yaml

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
def test_a_map_is_the_one_of_the_pieces(data: bytes) -> None:
    for scalar in scalars_of(read_yaml(data).roots):
        pieces = SourceMap.join(data, scalar_pieces(data, scalar))
        made = scalar_map(data, scalar)
        assert (made.text, made.slices) == (pieces.text, pieces.slices)


@pytest.mark.parametrize("eol", ["\n", "\r\n"])
def test_a_literal_is_not_taken_to_pieces(eol: str, monkeypatch: pytest.MonkeyPatch) -> None:
    data = "data:\n  k: |\n    a\n\n  \n      b\n    \n    c: é\n\n".replace("\n", eol).encode()
    monkeypatch.setattr(yaml_text, "decode_scalar", None)
    scalar = list(scalars_of(read_yaml(data).roots))[-1]
    assert scalar_map(data, scalar).text.decode() == "a\n\n\n  b\n\nc: é\n"


@given(st.lists(st.tuples(st.text("a\n\\'\r\x85", max_size=30), st.integers(1, 3)), max_size=8), st.integers(0, 200), st.data())
def test_a_budget_counts_lines_and_escapes(texts: list[tuple[str, int]], most: int, data: st.DataObject) -> None:
    written = "".join(text for text, _ in texts).encode()
    assume(written)
    scalars, at = [], 0
    for text, times in texts:
        scalars += [Scalar(text, at, at + len(text.encode()), 0)] * times
        at += len(text.encode())
    scalars = data.draw(st.permutations(scalars))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(yaml_text, "MAX_LINES", most)
        budget = TextBudget(written)
    for scalar in scalars:
        # Ten for a document, one for each piece of a map that something in the text begins.
        most -= 10 + len(re.findall(rb"\n|\r|\xc2\x85|\\|''", Span(scalar.start, scalar.end).cut(written)))
        assert budget.take(Span(scalar.start, scalar.end)) == (most >= 0) == (not budget.spent)


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
