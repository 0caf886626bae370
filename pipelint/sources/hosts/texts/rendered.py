"""A config that a program writes of a resource: its text with a map to the resource, and the way back of changed values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from pipelint.base.lean.record import dataclass, field
from pipelint.base.text.changes import Change, changed_lines, narrowed
from pipelint.base.text.document import WayBack
from pipelint.base.text.sourcemap import SourceMap, SourceMapError
from pipelint.base.text.span import Span
from pipelint.yaml.edit import YamlEditError, write_scalar
from pipelint.yaml.text import content_span, scalar_map
from pipelint.yaml.tree import Scalar

_Piece = tuple[bytes, "Scalar | None"]


@dataclass(frozen=True, eq=False)
class RenderedText:
    """Pieces of text with the scalars that they stand for, in the order of the resource.

    ``values`` are the numbers of values, ``starts`` those of what stands before its scalar, ``parts`` those of parts of a
    scalar's text with their ranges in it. A piece without a scalar stands where the one before it does.
    """

    data: bytes
    pieces: tuple[_Piece, ...]
    values: frozenset[int]
    starts: frozenset[int]
    parts: Mapping[int, Span] = field(default_factory=dict)

    @property
    def span(self) -> Span:
        """From the first scalar to the last."""
        scalars = [scalar for _, scalar in self.pieces if scalar is not None]
        return Span(scalars[0].start, scalars[-1].end) if scalars else Span(0, 0)

    @property
    def back(self) -> WayBack:
        """Value by value."""
        return ByValue(self)

    def value(self) -> bytes:
        """The text; cheaper than its map."""
        return b"".join(text for text, _ in self.pieces)

    def map(self, data: bytes) -> SourceMap:
        """The text with its map to ``data``, the file of the resource."""
        return self._map

    @property
    def is_in_order(self) -> bool:
        """Whether it has a map: an alias may stand for what comes before it."""
        try:
            return self._map is not None
        except SourceMapError:
            return False

    @cached_property
    def _map(self) -> SourceMap:
        found: list[tuple[bytes, Span]] = []
        for number, (text, scalar) in enumerate(self.pieces):
            if scalar is None:
                end = found[-1][1].end if found else 0
                found.append((text, Span(end, end)))
            elif number in self.parts:
                found += _part(scalar_map(self.data, scalar), self.parts[number])
            elif number in self.values:
                inner = scalar_map(self.data, scalar)
                found += [(piece.doc.cut(inner.text), piece.file) for piece in inner.pieces()]
            else:
                where = content_span(self.data, scalar)
                found.append((text, Span(where.start, where.start) if number in self.starts else where))
        return SourceMap.join(self.data, found)

    @cached_property
    def ranges(self) -> list[tuple[Span, Scalar]]:
        """Where values stand in the text, and the scalars that they are."""
        found: list[tuple[Span, Scalar]] = []
        at = 0
        for number, (text, scalar) in enumerate(self.pieces):
            if scalar is not None and number in self.values:
                found.append((Span(at, at + len(text)), scalar))
            at += len(text)
        return found


def _part(inner: SourceMap, part: Span) -> Iterator[tuple[bytes, Span]]:
    for piece in inner.pieces(part):
        here = Span(max(piece.doc.start, part.start), min(piece.doc.end, part.end))
        yield here.cut(inner.text), inner.to_file(here) if piece.verbatim else piece.file


@dataclass(frozen=True, eq=False)
class ByValue:
    """The way back of a rendered text in which nothing but values has changed."""

    text: RenderedText

    def takes(self, text: bytes, changes: Sequence[Change]) -> bool:
        """Whether they change values alone."""
        ranges = [where for where, _ in self._ranges_in(text) or ()]
        own = [c for c in changes if b"\n" not in c.text]  # a new line is never a value's
        return own == [*changes] and all(any(w.start <= c.span.start and c.span.end <= w.end for w in ranges) for c in own)

    def written(self, data: bytes, start: int, text: bytes) -> bytes:
        """The file with the values of the text. Raises YamlEditError."""
        ranges = self._ranges_in(text)
        if ranges is None:
            raise YamlEditError("the operator writes this line itself")
        for (where, scalar), (old, _) in zip(reversed(ranges), reversed(self.text.ranges), strict=True):
            if where.cut(text) != old.cut(self.text.value()):
                data = write_scalar(data, scalar.content, where.cut(text))
        return data

    def _ranges_in(self, text: bytes) -> list[tuple[Span, Scalar]] | None:
        """Where the values stand in ``text``; None where it differs in more than these."""
        old = self.text.value()
        left = [narrowed(old, change) for change in changed_lines(old, text)] if text != old else []
        found: list[tuple[Span, Scalar]] = []
        grown = 0
        for where, scalar in self.text.ranges:
            start = where.start + grown
            while left and where.start <= left[0].span.start and left[0].span.end <= where.end:
                change = left.pop(0)
                grown += len(change.text) - len(change.span)
            found.append((Span(start, where.end + grown), scalar))
        return None if left else found
