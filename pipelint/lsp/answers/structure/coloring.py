"""Semantic tokens: what each piece of a config is, by its sections and the layout of its text."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from lsprotocol import types as lsp

from pipelint.base.block import Block, Param
from pipelint.base.condition import LiteralOperand, Operand, Test, Truth, terms
from pipelint.base.text.document import Place
from pipelint.base.text.span import Span
from pipelint.base.value import ValueKind
from pipelint.engines.parts import parts_of
from pipelint.lsp.answers.structure.pieces import Kind, Piece, Run, flat, numbers, on_lines, run_of

if TYPE_CHECKING:
    from pipelint.base.text.document import Document
    from pipelint.base.value import Value
    from pipelint.checker import Checked
    from pipelint.language.editing import Editing
    from pipelint.lsp.snapshot import Snapshot

_T = TypeVar("_T")
_NUMBER = re.compile(rb"[-+]?\d+(?:\.\d+)?(?:[a-zA-Z]{1,2})?")
# What is filled in, with braces inside of it one level deep.
_FILLED_IN = re.compile(rb"[#$%]\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}")


def tokens(snapshot: Snapshot) -> lsp.SemanticTokens:
    """The tokens of all configs in the file, in the protocol's numbers."""
    found = [one for checked in snapshot.shown for one in _in_file(snapshot, checked)]
    found.sort(key=lambda one: one.first if isinstance(one, Run) else one)
    return lsp.SemanticTokens(list(numbers(snapshot, found)))


def _in_file(snapshot: Snapshot, checked: Checked) -> Iterator[Piece | Run]:
    for document in checked.config.documents:
        if snapshot.holds(document):
            yield from _Colors(snapshot, checked, document).all()


class _Noted(dict[tuple[object, ...], Run | None]):
    """The pieces of a section, by what beside its text decides them."""

    def __init__(self, _: Block) -> None:
        super().__init__()


class _Colors:
    """What is known of a document."""

    def __init__(self, snapshot: Snapshot, checked: Checked, document: Document) -> None:
        parts = parts_of(checked.config)
        self._snapshot, self._document, self._editing = snapshot, document, parts.editing
        self._root = checked.config.root
        self._stages = {id(stage.block): stage.plugin for stage in checked.config.graph.stages}
        named = [(link.place, Kind.String) for link in parts.editing.links(checked.config)]
        named += [(symbol.place, Kind.Variable) for symbol in parts.editing.symbols(checked.config)]
        self._named = [(place.span, kind) for place, kind in named if place.document is document and len(place.span)]
        self._layout = partial(parts.layout, document)

    def all(self) -> Iterator[Piece | Run]:
        """All pieces of the document, those of sections that stand as they did in the last version together."""
        kept: list[Block] = []
        others: list[Block] = []
        todo = [self._root]
        # Two configs may be read from one text: then one of them hides pieces of the other.
        alone = len(self._snapshot.shown) == 1
        while todo:
            block = todo.pop()
            if alone and block.alone is not None and block.place.document is self._document:
                kept.append(block)
                continue
            others.append(block)
            todo.extend(reversed(block.blocks))
        spans = sorted(block.place.span for block in kept)
        named = _parted(self._named, spans)
        keys = [(block, block.noted(_Noted), self._key(block, named.get(block.place.span, []))) for block in kept]
        tokens = _parted(self._tokens([block.place.span for block, noted, key in keys if key in noted]), spans)
        yield from self._pieces(others, named.get(None, []), tokens.get(None, []))
        for block, noted, key in keys:
            where, span = block.place.file_span, block.place.span
            if key not in noted:
                pieces = self._pieces(block.walk(), named.get(span, []), tokens.get(span, []))
                noted[key] = run_of(self._snapshot, list(pieces), where.start)
            if (run := noted[key]) is not None:
                yield run.moved(where.start)

    def _key(self, block: Block, named: list[tuple[Span, Kind]]) -> tuple[object, ...]:
        """What decides the pieces of a section beside what it says."""
        start, written = block.place.span.start, block.place.file_span.cut(self._document.file.data)
        said = tuple([(span.start - start, len(span), kind) for span, kind in named])
        plugins = tuple([self._stages.get(id(each)) for each in block.walk()])
        return self._snapshot.positions.encoding, plugins, said, written

    def _tokens(self, but: list[Span]) -> list[tuple[Span, bool]]:
        """The tokens that are comments (true) or what begins with @ and is no parameter, such as an include."""
        layout, text = self._layout(but), self._document.text
        return [
            (Span(token.start, token.end), token.comment)
            for token in (() if layout is None else layout.tokens)
            if token.comment or text.startswith(b"@", token.start)
        ]

    def _pieces(
        self, blocks: Iterable[Block], named: Iterable[tuple[Span, Kind]], tokens: Iterable[tuple[Span, bool]]
    ) -> Iterator[Piece]:
        """The pieces of sections without those inside of them, and of what else has a name there."""
        known = _Known(self._document)
        for block in blocks:
            if block.place.document is self._document:
                _section(block, self._stages.get(id(block)), self._editing, known)
        known.kinds.update(named)
        for span, comment in tokens:
            if comment:
                known.kinds[span] = Kind.Comment
            else:
                known.kinds.setdefault(span, Kind.Keyword)
        for piece in flat(Piece(span.start, span.end, kind) for span, kind in known.kinds.items()):
            yield from on_lines(self._document, piece)


def _parted(found: Iterable[tuple[Span, _T]], sections: Sequence[Span]) -> dict[Span | None, list[tuple[Span, _T]]]:
    """What was found by the section that it begins in; by None what stands in none of them."""
    starts = [section.start for section in sections]
    parts: dict[Span | None, list[tuple[Span, _T]]] = {}
    for each in found:
        place = bisect_right(starts, each[0].start) - 1
        inside = place >= 0 and each[0].start < sections[place].end
        parts.setdefault(sections[place] if inside else None, []).append(each)
    return parts


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
