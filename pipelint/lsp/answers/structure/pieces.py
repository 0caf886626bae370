"""Pieces of a text and what they are, as the protocol's numbers; those of a section that stays as it was are counted once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from lsprotocol import types as lsp

from pipelint.base.lean.record import dataclass
from pipelint.base.text.span import Span

if TYPE_CHECKING:
    from pipelint.base.text.document import Document
    from pipelint.lsp.snapshot import Snapshot

Kind = lsp.SemanticTokenTypes
KINDS = (
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
LEGEND = lsp.SemanticTokensLegend([kind.value for kind in KINDS], [])
_LINE_END = re.compile(rb"[\r\n]")


class Piece(NamedTuple):
    """Bytes of a text and what they are."""

    start: int
    end: int
    kind: Kind


@dataclass(frozen=True, slots=True)
class Run:
    """The pieces of a section from the ``first`` on, which stands ``start`` bytes after it begins.

    ``numbers`` are those of the others, ``lines`` how many further down the last one stands; it is at ``last``.
    """

    start: int
    first: Piece
    numbers: tuple[int, ...]
    lines: int
    last: Span

    def moved(self, at: int) -> Run:
        """The same of a section that begins at ``at``."""
        by = at - self.start
        first = Piece(self.first.start + by, self.first.end + by, self.first.kind)
        return Run(at, first, self.numbers, self.lines, self.last.shift(by))


def run_of(snapshot: Snapshot, pieces: list[Piece], start: int) -> Run | None:
    """The pieces of a section that begins at ``start``, in their order; None where there are none."""
    if not pieces:
        return None
    first, last = pieces[0], pieces[-1]
    below, above = snapshot.positions.position(last.start).line, snapshot.positions.position(first.start).line
    # The first five numbers say where the first one is, which the section alone does not decide.
    return Run(start, first, tuple(numbers(snapshot, pieces))[5:], below - above, Span(last.start, last.end))


def numbers(snapshot: Snapshot, found: Iterable[Piece | Run]) -> Iterator[int]:
    """Five numbers for each piece: lines and characters after the one before, length, kind, nothing else."""
    line = before = at = 0
    for one in found:
        start, end, kind = one.first if isinstance(one, Run) else one
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
        yield KINDS.index(kind)
        yield 0
        before, at = start, end
        if isinstance(one, Run):
            yield from one.numbers
            line += one.lines
            before, at = one.last.start, one.last.end


def on_lines(document: Document, piece: Piece) -> Iterator[Piece]:
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


def flat(pieces: Iterable[Piece]) -> Iterator[Piece]:
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
