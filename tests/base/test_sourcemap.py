"""SourceMap: it exists only where its slices describe the text, and maps there and back."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pipelint.base.text.sourcemap import SourceMap, SourceMapError
from pipelint.base.text.span import Span

# A file as alternating skipped bytes and pieces; a piece is verbatim (its own bytes) or an atom that decodes to others.
part = st.tuples(st.binary(max_size=4), st.binary(min_size=1, max_size=6), st.none() | st.binary(min_size=1, max_size=3))


@st.composite
def maps(draw: st.DrawFn) -> SourceMap:
    """Maps of made-up files."""
    file, pieces = b"", []
    for skipped, raw, decoded in draw(st.lists(part, max_size=8)):
        file += skipped
        pieces.append((raw if decoded is None else decoded, Span(len(file), len(file) + len(raw))))
        file += raw
    return SourceMap.join(file + draw(st.binary(max_size=3)), pieces)


@st.composite
def maps_with_span(draw: st.DrawFn) -> tuple[SourceMap, Span]:
    """A map and a span of its text that ends inside no atom."""
    source = draw(maps())
    cuts = {0, len(source.text)}
    for piece in source.slices:
        cuts.update(range(piece.doc.start, piece.doc.end + 1) if piece.verbatim else (piece.doc.start, piece.doc.end))
    start, end = sorted((draw(st.sampled_from(sorted(cuts))), draw(st.sampled_from(sorted(cuts)))))
    return source, Span(start, end)


@given(maps_with_span())
def test_decoding_the_file_at_the_mapped_span_gives_the_text_of_the_span(made: tuple[SourceMap, Span]) -> None:
    source, span = made
    assume(len(span) > 0)
    assert source.decode(source.to_file(span)) == span.cut(source.text)


@given(maps_with_span())
def test_a_span_within_one_verbatim_slice_stands_in_the_file_as_it_is(made: tuple[SourceMap, Span]) -> None:
    source, span = made
    inside = any(p.verbatim and p.doc.start <= span.start and span.end <= p.doc.end for p in source.slices)
    assume(inside)
    assert source.to_file(span).cut(source.file) == span.cut(source.text)


@given(maps_with_span())
def test_mapped_spans_lie_in_the_file_and_keep_their_order(made: tuple[SourceMap, Span]) -> None:
    source, span = made
    mapped = source.to_file(span)
    assert 0 <= mapped.start <= mapped.end <= len(source.file)
    if len(span):
        behind = source.to_file(Span(span.end, span.end))
        assert mapped.end <= behind.end


@given(st.binary(max_size=40), st.data())
def test_the_identity_maps_every_span_to_itself(file: bytes, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(file)))
    span = Span(start, data.draw(st.integers(start, len(file))))
    source = SourceMap.identity(file)
    assert source.to_file(span) == span
    assert source.decode(span) == span.cut(file)


def test_a_span_that_ends_inside_an_atom_is_widened_to_all_of_it() -> None:
    source = SourceMap.join(rb"a\u00e9b", [(b"a", Span(0, 1)), ("é".encode(), Span(1, 7)), (b"b", Span(7, 8))])
    assert source.to_file(Span(0, 2)) == Span(0, 7)
    assert source.to_file(Span(2, 4)) == Span(1, 8)


def test_a_span_ends_after_its_last_byte_whatever_the_next_slice_is() -> None:
    indented = SourceMap.join(b"ab\n    cd", [(b"ab\n", Span(0, 3)), (b"cd", Span(7, 9))])
    assert indented.to_file(Span(0, 3)) == Span(0, 3)
    escaped = SourceMap.join(rb"a\u00e9", [(b"a", Span(0, 1)), ("é".encode(), Span(1, 7))])
    assert escaped.to_file(Span(0, 1)) == Span(0, 1)


def test_an_empty_span_is_one_offset_at_the_text_behind_it() -> None:
    source = SourceMap.join(b"ab\n    cd", [(b"ab\n", Span(0, 3)), (b"cd", Span(7, 9))])
    assert source.to_file(Span(3, 3)) == Span(7, 7)
    assert source.to_file(Span(5, 5)) == Span(9, 9)


def test_a_span_behind_the_end_is_an_error() -> None:
    with pytest.raises(IndexError):
        SourceMap.identity(b"ab").to_file(Span(1, 3))


@given(maps())
def test_slices_cover_the_text_and_stand_in_the_file_in_order(source: SourceMap) -> None:
    assert_sound(source)


def assert_sound(source: SourceMap) -> None:
    """Slices leave no gap, do not overlap, go on in the file, and those called verbatim stand there as they are."""
    at = behind = 0
    for piece in source.slices:
        assert piece.doc.start == at
        assert behind <= piece.file.start <= piece.file.end <= len(source.file)
        assert not piece.verbatim or piece.doc.cut(source.text) == piece.file.cut(source.file)
        at, behind = piece.doc.end, piece.file.end
    assert at == len(source.text)
    ends = (source.slices[0].file.start, behind) if source.slices else None
    assert source.whole == (None if ends is None else Span(*ends))


@given(maps_with_span())
def test_the_pieces_of_a_range_are_the_slices_that_hold_some_of_it(made: tuple[SourceMap, Span]) -> None:
    source, span = made
    assume(len(span) > 0)
    inside = [piece for piece in source.slices if piece.doc.start < span.end and span.start < piece.doc.end]
    assert list(source.pieces(span)) == inside


@given(maps(), st.integers(0, 60))
def test_each_byte_of_a_slice_leads_back_to_its_offset(source: SourceMap, offset: int) -> None:
    """Between two slices and at the end of one it is the next one, at the end of all that of the text, outside of all none."""
    slices = source.slices
    here = [piece for piece in slices if piece.file.start <= offset < piece.file.end]
    later = [piece for piece in slices if piece.file.start > offset]
    expected: int | None = None
    if here:
        expected = here[0].doc.start + (offset - here[0].file.start if here[0].verbatim else 0)
    elif len(later) < len(slices) and (later or offset == slices[-1].file.end):
        expected = later[0].doc.start if later else len(source.text)
    assert source.from_file(offset) == expected


@given(maps())
def test_a_byte_of_the_file_stands_in_the_document_if_a_slice_has_it(source: SourceMap) -> None:
    held = {offset for piece in source.slices for offset in range(piece.file.start, piece.file.end)}
    assert [offset for offset in range(len(source.file) + 1) if source.holds(offset)] == sorted(held)


def test_an_offset_in_the_indentation_of_a_line_leads_to_that_line_whatever_ends_the_one_before() -> None:
    for eol in (b"\n", b"\r\n"):
        file = b"  ab" + eol + b"  cd"
        second = file.index(eol) + len(eol)
        pieces = [(b"ab", Span(2, 4)), (b"\n", Span(4, second)), (b"cd", Span(second + 2, second + 4))]
        source = SourceMap.join(file, pieces)
        assert [source.from_file(offset) for offset in range(second, second + 4)] == [3, 3, 3, 4]


@pytest.mark.parametrize(
    "pieces",
    [
        [(b"b", Span(1, 2)), (b"a", Span(0, 1))],  # goes back in the file
        [(b"x", Span(1, 3)), (b"y", Span(2, 3))],  # overlaps there
        [(b"bc", Span(1, 3)), (b"x", Span(3, 4))],  # is outside the file
        [(b"x", Span(4, 4))],
    ],
)
def test_pieces_that_are_not_in_the_file_in_their_order_make_no_map(pieces: list[tuple[bytes, Span]]) -> None:
    with pytest.raises(SourceMapError):
        SourceMap.join(b"abc", pieces)
