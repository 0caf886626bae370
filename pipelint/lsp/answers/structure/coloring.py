"""Semantic tokens: what each piece of a config is, by its sections and the layout of its text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from lsprotocol import types as lsp

from pipelint.base.block import Block, Param
from pipelint.base.condition import LiteralOperand, Operand, Test, Truth, terms
from pipelint.base.text.document import Place
from pipelint.base.text.span import Span
from pipelint.base.value import ValueKind
from pipelint.engines.parts import parts_of

if TYPE_CHECKING:
    from pipelint.base.text.document import Document
    from pipelint.base.value import Value
    from pipelint.checker import Checked
    from pipelint.language.editing import Editing
    from pipelint.lsp.snapshot import Snapshot

Kind = lsp.SemanticTokenTypes
_KINDS = (
    Kind.Keyword,
    Kind.Class,
    Kind.Property,
    Kind.String,
    Kind.Number,
    Kind.Comment,
    Kind.Macro,
    Kind.Event,
    Kind.Variable,
    Kind.Operator,
)
LEGEND = lsp.SemanticTokensLegend([kind.value for kind in _KINDS], [])
_NUMBER = re.compile(rb"[-+]?\d+(?:\.\d+)?(?:[a-zA-Z]{1,2})?")
# What is filled in, with braces inside of it one level deep.
_FILLED_IN = re.compile(rb"[#$%]\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}")
_LINE_END = re.compile(rb"[\r\n]")


class Piece(NamedTuple):
    """Bytes of a text and what they are."""

    start: int
    end: int
    kind: Kind


def tokens(snapshot: Snapshot) -> lsp.SemanticTokens:
    """The tokens of all configs in the file, in the protocol's numbers."""
    found = [piece for checked in snapshot.shown for piece in _in_file(snapshot, checked)]
    return lsp.SemanticTokens(list(_numbers(snapshot, sorted(found))))


def _numbers(snapshot: Snapshot, pieces: Iterable[Piece]) -> Iterator[int]:
    """Five numbers for each piece: lines and characters after the one before, length, kind, nothing else."""
    line = before = at = 0
    for start, end, kind in pieces:
        # Two configs may be read from one text.
        if start < at:
            continue
        if _LINE_END.search(snapshot.text, before, start):
            there = snapshot.positions.position(start)
            yield there.line - line
            yield there.character
            line = there.line
        else:
            # A line may be the whole of a large file: its characters are counted once.
            further = snapshot.positions.width(Span(before, start))
            yield 0
            yield further
        yield snapshot.positions.width(Span(start, end))
        yield _KINDS.index(kind)
        yield 0
        before, at = start, end


def _in_file(snapshot: Snapshot, checked: Checked) -> Iterator[Piece]:
    for document in checked.config.documents:
        if snapshot.holds(document):
            for piece in _flat(_pieces(checked, document)):
                yield from _lines(document, piece)


def _lines(document: Document, piece: Piece) -> Iterator[Piece]:
    """A piece of a document as pieces of its file, each on one line and without blanks around it."""
    data = document.file.data
    found: list[Span] = []
    for part in document.map.pieces(Span(piece.start, piece.end)):
        where = part.file
        if part.verbatim:
            shift = where.start - part.doc.start
            where = Span(max(piece.start, part.doc.start) + shift, min(piece.end, part.doc.end) + shift)
        if found and found[-1].end == where.start:
            where = Span(found.pop().start, where.end)
        found.append(where)
    for span in found:
        at = span.start
        for line in _LINE_END.split(span.cut(data)):
            start = at + len(line) - len(line.lstrip())
            end = start + len(line.strip())
            if end > start:
                yield Piece(start, end, piece.kind)
            at += len(line) + 1


def _flat(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """Pieces in order, none inside of another: what is inside comes in the place of its part of what is around it."""
    around: list[Piece] = []
    at = 0
    for piece in sorted(set(pieces), key=lambda piece: (piece.start, -piece.end)):
        while around and around[-1].end <= piece.start:
            last = around.pop()
            if last.end > at:
                yield Piece(max(at, last.start), last.end, last.kind)
                at = last.end
        if around:
            if piece.start > max(at, around[-1].start):
                yield Piece(max(at, around[-1].start), piece.start, around[-1].kind)
            piece = piece._replace(end=min(piece.end, around[-1].end))
        at = max(at, piece.start)
        around.append(piece)
    while around:
        last = around.pop()
        if last.end > at:
            yield Piece(max(at, last.start), last.end, last.kind)
            at = last.end


def _pieces(checked: Checked, document: Document) -> Iterator[Piece]:
    """What is known of a document, in any order."""
    parts = parts_of(checked.config)
    known = _Known(document)
    stages = {id(stage.block): stage.plugin for stage in checked.config.graph.stages}
    for block in checked.config.root.walk():
        if block.place.document is document:
            _section(block, stages.get(id(block)), parts.editing, known)
    for link in parts.editing.links(checked.config):
        known.add(link.place, Kind.String)
    for symbol in parts.editing.symbols(checked.config):
        known.add(symbol.place, Kind.Variable)
    layout = parts.layout(document)
    for token in layout.tokens if layout is not None else ():
        span = Span(token.start, token.end)
        if token.comment:
            known.kinds[span] = Kind.Comment
        elif document.text.startswith(b"@", token.start):
            # What is no parameter, such as an include.
            known.kinds.setdefault(span, Kind.Keyword)
    return (Piece(span.start, span.end, kind) for span, kind in known.kinds.items())


class _Known:
    """The kinds of spans of a document. Of two of the same bytes the later one counts."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.kinds: dict[Span, Kind] = {}

    def add(self, place: Place, kind: Kind) -> None:
        """What a place is, if it is one of the document."""
        if place.document is self.document and len(place.span):
            self.kinds[place.span] = kind

    def value(self, place: Place, kind: Kind) -> None:
        """A value, with what is filled in there."""
        text = place.span.cut(place.document.text)
        self.add(place, Kind.Number if kind is Kind.String and _NUMBER.fullmatch(text) else kind)
        for found in _FILLED_IN.finditer(text):
            start = place.span.start
            self.add(Place(place.document, Span(start + found.start(), start + found.end())), Kind.Macro)


def _section(block: Block, plugin: str | None, editing: Editing, known: _Known) -> None:
    """A section without those inside of it; ``plugin`` is the one that it is."""
    name = block.name.encode()
    text, whole, head = known.document.text, block.place.span, block.head_place.span
    kind = Kind.Class if plugin == block.name else Kind.Keyword
    # The case of a head may not matter to the engine.
    found = head.cut(text).lower().find(name.lower()) if block.head_place.document is known.document else -1
    if found >= 0:
        at = head.start + found
        known.kinds[Span(at, at + len(name))] = kind
        closing = b"</" + name + b">"
        end = head.start + len(whole.cut(text).rstrip()) - 1
        if text[: end + 1].endswith(closing):
            known.kinds[Span(end - len(name), end)] = kind
    if block.condition is not None:
        # All that stands between what it asks of, and the brackets around it.
        known.add(block.arg_place, Kind.Operator)
        for operand in (each for term in terms(block.condition) for each in _operands(term)):
            if isinstance(operand, LiteralOperand):
                _structure(operand.value, known)
            else:
                known.add(operand.place, Kind.Variable)
    elif plugin is None:
        known.add(block.arg_place, Kind.Variable)
    else:
        known.add(block.arg_place, Kind.Class if block.arg == plugin else Kind.Event)
    for param in block.items:
        if not isinstance(param, Param):
            continue
        known.add(param.name_place, Kind.Property)
        if param.data is not None:
            _structure(param.data, known)
        elif param.name in editing.type_params and plugin is not None:
            known.add(param.place, Kind.Class)
        else:
            known.value(param.place, Kind.Event if param.name in editing.tag_params else Kind.String)


def _operands(term: Test | Truth) -> tuple[Operand, ...]:
    return (term.left, term.right) if isinstance(term, Test) else (term.operand,)


def _structure(value: Value, known: _Known) -> None:
    """A value with those inside of it; a plugin is a section of its own."""
    todo = [value]
    while todo:
        inner = todo.pop()
        match inner.kind:
            case ValueKind.ARRAY:
                todo += inner.items
            case ValueKind.HASH:
                for entry in inner.entries:
                    known.add(entry.key.place, Kind.Property)
                    todo.append(entry.value)
            case ValueKind.PLUGIN:
                pass
            case _:
                known.value(inner.place, Kind.String)
