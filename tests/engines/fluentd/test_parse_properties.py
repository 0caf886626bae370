"""What holds of every text: parsing ends without an exception, and every place lies inside the document and nests."""

from __future__ import annotations

from collections.abc import Iterator

from hypothesis import example, given
from hypothesis import strategies as st

from pipelint.base.block import Block, Param
from pipelint.base.text.document import Document, Place, SourceFile
from pipelint.base.text.span import Span
from pipelint.engines.fluentd.syntax.parse import Parsed, parse
from pipelint.engines.fluentd.syntax.tree import element

PIECES = [
    *("<", ">", "</", "</m>", "<m>", "<m a.**>", "<m", "<source>", "</source>", "< m>", "</>", "<m {a,b}>", "<m /x/>"),
    *('"', "'", '"a"', "'b'", '"a\n b"', "\\", "\\n", "\\\\", '\\"', "#{", "}", "#{a}", '"#{b}"', '"#{', "#", " #", "# c\n"),
    *("{", "[", "]", '{"a": 1}', "[1, 2]", "[1,\n2]", '["a"', ",", ":", "1e5", "true", "/* x */", "// y\n", '"\\ud83d"'),
    *("@include", "include", "@include a\n", "@type", "@x", "k", "k v\n", "a b", "/(a)/", "//(/i", "/a", "*", "**"),
    *(" ", "\t", "\n", "\r", "\r\n", "\n\n", "\0", "\f", "\u00e9", "\u65e5", "\ufeff", "\U0001f600", "\u2028"),
]
soup = st.lists(st.sampled_from(PIECES), max_size=24).map("".join)
texts = st.one_of(soup, st.text(max_size=60)).map(lambda text: text.encode("utf-8", "replace"))


def _read(text: bytes) -> Parsed:
    return parse(Document.whole(SourceFile("test.conf", text)))


def _places(item: Block | Param) -> Iterator[Place]:
    yield item.place
    if isinstance(item, Param):
        yield item.name_place
    else:
        yield item.head_place
        yield item.arg_place


def _inside(inner: Span, outer: Span) -> bool:
    return outer.start <= inner.start and inner.end <= outer.end


@given(st.one_of(texts, st.binary(max_size=40)))
@example(b"\xef\xbb\xbf")
@example(b"<m {*}" + b"{*}" * 10_001)
def test_any_bytes_are_read_without_an_exception(text: bytes) -> None:
    parsed = _read(text)
    element(parsed.root)
    assert next(iter(parsed.root.walk())) is parsed.root


@given(texts)
def test_every_error_has_a_place_inside_the_document(text: bytes) -> None:
    for error in _read(text).errors:
        for place in (error.place, *(r.place for r in error.related)):
            assert _inside(place.span, Span(0, len(text)))
        assert error.message


@given(texts)
def test_errors_stand_in_source_order(text: bytes) -> None:
    starts = [error.place.span.start for error in _read(text).errors]
    assert starts == sorted(starts)


@given(texts)
def test_the_scanner_leaves_nothing_to_the_recovery_of_tree_sitter(text: bytes) -> None:
    assert not _read(text).tree.root_node.has_error


@given(texts)
def test_places_nest_and_items_stand_in_order(text: bytes) -> None:
    for block in _read(text).root.walk():
        assert _inside(block.place.span, Span(0, len(text)))
        at = block.place.span.start
        for item in block.items:
            start = item.name_place.span.start if isinstance(item, Param) else item.place.span.start
            assert at <= start
            at = start
            for place in _places(item):
                assert _inside(place.span, block.place.span)


@given(texts)
def test_names_and_plain_values_are_the_text_at_their_places(text: bytes) -> None:
    for block in _read(text).root.walk():
        for param in (item for item in block.items if isinstance(item, Param)):
            if not param.name_place.text.startswith(('"', "'")):
                assert param.name_place.text == param.name
            if not param.place.text.startswith(('"', "'", "[", "{")):
                assert param.place.text == param.value
        if block.arg and not block.arg_place.text.startswith(('"', "'")):
            assert block.arg_place.text == block.arg
