"""Selection ranges: from a word to what stands around it: value, parameter, section, config, file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from lsprotocol import types as lsp

from pipelint.base.text.span import Span
from pipelint.engines.parts import parts_of
from pipelint.language.cursor import cursor_at

if TYPE_CHECKING:
    from pipelint.base.text.document import Place
    from pipelint.base.value import Value
    from pipelint.checker import Checked
    from pipelint.lsp.snapshot import Snapshot

# All bytes of characters that are not ASCII count as letters. A word is looked for so far on either side.
_BEFORE, _AFTER = re.compile(rb"[\w\x80-\xff]*\Z"), re.compile(rb"[\w\x80-\xff]*")
_FAR = 200


def selections(snapshot: Snapshot, positions: Sequence[lsp.Position]) -> list[lsp.SelectionRange]:
    """For each position what stands around it, the innermost first."""
    return [_selection(snapshot, snapshot.positions.offset(position)) for position in positions]


def _selection(snapshot: Snapshot, offset: int) -> lsp.SelectionRange:
    found = snapshot.at(offset)
    spans = [_word(snapshot.text, offset)]
    if found is not None:
        spans += [found[1].document.map.to_file(span) for span in _around(*found)]
    outer = Span(0, len(snapshot.text))
    out = lsp.SelectionRange(snapshot.positions.range(outer))
    for span in sorted(spans, key=len, reverse=True):
        if outer.start <= span.start <= offset <= span.end <= outer.end and 0 < len(span) < len(outer):
            outer, out = span, lsp.SelectionRange(snapshot.positions.range(span), out)
    return out


def _word(text: bytes, offset: int) -> Span:
    before = _BEFORE.search(text[max(0, offset - _FAR) : offset])
    after = _AFTER.match(text[offset : offset + _FAR])
    return Span(offset - len(before[0] if before else b""), offset + len(after[0] if after else b""))


def _around(checked: Checked, place: Place) -> Iterator[Span]:
    """The spans of the document that may stand around an (empty) place of it, in any order."""
    document, at = place.document, place.span.start
    text = document.text
    yield Span(0, len(text))
    cursor = cursor_at(checked.config.root, place)
    for block in cursor.blocks:
        for part in (block.place, block.head_place, block.arg_place):
            if part.document is document:
                yield part.span
    if cursor.param is not None and cursor.param.place.document is document:
        name, value = cursor.param.name_place.span, cursor.param.place.span
        yield Span(min(name.start, value.start), max(name.end, value.end))
        yield name
        yield value
        if cursor.param.data is not None:
            yield from _values(cursor.param.data, at)
    layout = parts_of(checked.config).layout(document)
    for token in layout.tokens if layout is not None else ():
        if token.start <= at <= token.end:
            yield Span(token.start, token.end)
            if text[token.start] in b"\"'" and text[token.end - 1] == text[token.start]:
                yield Span(token.start + 1, max(token.start + 1, token.end - 1))


def _values(value: Value, at: int) -> Iterator[Span]:
    """The values in a structure that stand around a byte, and the entries that they are in."""
    todo = [value]
    while todo:
        inner = todo.pop()
        if inner.place.span.start <= at <= inner.place.span.end:
            yield inner.place.span
            yield inner.content_place.span
            todo += inner.items
        for entry in inner.entries:
            todo += (entry.key, entry.value)
            yield Span(entry.key.place.span.start, entry.value.place.span.end)
