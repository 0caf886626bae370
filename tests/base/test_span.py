"""Span: what it refuses and how it cuts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelint.base.text.span import Span

bounds = st.tuples(st.integers(0, 50), st.integers(0, 50)).map(sorted)


@pytest.mark.parametrize(("start", "end"), [(-1, 0), (2, 1), (-3, -2)])
def test_a_negative_or_reversed_range_is_refused(start: int, end: int) -> None:
    with pytest.raises(ValueError, match="not a span"):
        Span(start, end)


@given(bounds, st.binary(min_size=50, max_size=60))
def test_it_cuts_as_many_bytes_as_it_is_long(bound: list[int], text: bytes) -> None:
    span = Span(*bound)
    assert len(span.cut(text)) == len(span)
    assert text[: span.start] + span.cut(text) + text[span.end :] == text


@given(bounds, st.integers(0, 20), st.binary(min_size=50, max_size=60))
def test_a_shifted_span_cuts_the_same_from_a_longer_text(bound: list[int], by: int, text: bytes) -> None:
    span = Span(*bound)
    assert span.shift(by).cut(b"x" * by + text) == span.cut(text)


def test_spans_are_ordered_by_start_then_end() -> None:
    assert sorted([Span(2, 3), Span(1, 5), Span(1, 2)]) == [Span(1, 2), Span(1, 5), Span(2, 3)]
