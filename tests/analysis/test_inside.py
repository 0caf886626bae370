"""Places inside a value as it is written: plain, quoted, with escapes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelint.base.text.document import Document, Place, SourceFile
from pipelint.base.text.span import Span
from pipelint.facts.inside import inside


def place(written: str) -> Place:
    data = f"é {written} x".encode()
    return Place(Document.whole(SourceFile("a.conf", data)), Span(3, 3 + len(written.encode())))


@pytest.mark.parametrize(
    ("written", "text", "part", "there"),
    [
        ("a\\d%{X}", "a\\d%{X}", "X", "X"),
        ('"é%{X}"', "é%{X}", "X", "X"),
        ("'a\\d'", "a\\d", "\\d", "\\d"),
        ("'a\\'b'", "a'b", "'", "\\'"),
        ('"a\\\\d é"', "a\\d é", "\\d é", "\\\\d é"),
        ('"a\\nb"', "a\nb", "b", "b"),
        # How that was written does not tell: all of it.
        ("a#{x}b", "axb", "x", "a#{x}b"),
    ],
)
def test_a_part_is_found_as_it_is_written(written: str, text: str, part: str, there: str) -> None:
    start = len(text[: text.index(part)].encode())
    assert inside(place(written), text, Span(start, start + len(part.encode()))).text == there


@given(st.text(alphabet="a\\\"'é\n", max_size=12), st.data())
def test_every_span_stays_inside_the_value(text: str, data: st.DataObject) -> None:
    written = '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
    raw = text.encode()
    start = data.draw(st.integers(0, len(raw)))
    end = data.draw(st.integers(start, len(raw)))
    whole = place(written)
    found = inside(whole, text, Span(start, end))
    assert whole.span.start < found.span.start <= found.span.end < whole.span.end
