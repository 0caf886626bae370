"""SourceMap: where each byte of a document stands in the file on disk."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate

from pipelint.base.lean.record import dataclass, field
from pipelint.base.text.span import Span


@dataclass(frozen=True, slots=True)
class Slice:
    """One piece of a document and the bytes of the file that it was read from.

    A *verbatim* slice stands in the file byte for byte. Any other is an atom: an escape, a folded line break, a removed
    continuation. A span that ends inside an atom is widened to the whole of it.
    """

    doc: Span
    file: Span
    verbatim: bool


class SourceMapError(ValueError):
    """The pieces do not describe a document of the file: they are out of order, outside of it, or the text is another one."""


@dataclass(frozen=True, slots=True, eq=False)
class SourceMap:
    """Contiguous slices from a document to its file. Made by ``identity`` and ``join``, which verify them, and ``decoded``.

    Slices cover ``text`` without gap or overlap and stand in the file in the same order; bytes of the file between two
    slices (the indentation of a YAML block scalar) belong to no document. An editor asks for a map with every keystroke, of
    thousands of lines: slices are kept as numbers, and objects are made of them for those who ask.
    """

    text: bytes
    file: bytes
    _starts: Sequence[int] = field(repr=False)  # where each slice starts in the text, and in the file
    _places: Sequence[int] = field(repr=False)
    _atoms: Mapping[int, int] = field(repr=False)  # by the number of a slice that is not verbatim where it ends in the file

    @classmethod
    def identity(cls, file: bytes) -> SourceMap:
        """The map of a document that is the whole file."""
        return cls(file, file, [0] if file else [], [0] if file else [], {})

    @classmethod
    def join(cls, file: bytes, pieces: Iterable[tuple[bytes, Span]]) -> SourceMap:
        """The map of a document made of ``pieces``: decoded bytes and the range of the file that they came from.

        A piece that equals its range becomes verbatim. Raises SourceMapError.
        """
        text: list[bytes] = []
        places: list[int] = []
        atoms: dict[int, int] = {}
        after, size = 0, len(file)
        for decoded, where in pieces:
            start, end = where.start, where.end
            if start < after or end > size:
                raise SourceMapError(f"slice at file offset {start} is out of order")
            if file[start:end] != decoded:
                atoms[len(places)] = end
            text.append(decoded)
            places.append(start)
            after = end
        starts = list(accumulate(map(len, text), initial=0))
        del starts[-1]
        return cls(b"".join(text), file, starts, places, atoms)

    @classmethod
    def decoded(cls, file: bytes, text: bytes, starts: bytes, places: bytes, atoms: dict[int, int]) -> SourceMap:
        """The map of ``text`` as the native module has decoded it from ``file``.

        Where each slice starts in both is an array of C's unsigned ints; ``atoms`` says where those end in the file that are any.
        """
        from array import array

        return cls(text, file, array("I", starts), array("I", places), atoms)

    @property
    def slices(self) -> tuple[Slice, ...]:
        """All slices, made anew each time."""
        return tuple(self.pieces())

    def pieces(self, within: Span | None = None) -> Iterator[Slice]:
        """The slices one by one; ``within`` a range of the document those that hold some of it."""
        first, last = 0, len(self._starts)
        if within is not None:
            first, last = max(0, bisect_right(self._starts, within.start) - 1), bisect_left(self._starts, within.end)
        for index in range(first, last):
            end = self._starts[index + 1] if index + 1 < len(self._starts) else len(self.text)
            place = Span(self._places[index], self._file_end(index, end))
            yield Slice(Span(self._starts[index], end), place, index not in self._atoms)

    @property
    def whole(self) -> Span | None:
        """From the first slice to the last in the file, None of an empty document."""
        if not self._starts:
            return None
        return Span(self._places[0], self._file_end(len(self._starts) - 1, len(self.text)))

    def to_file(self, span: Span) -> Span:
        """The range of the file that holds ``span`` of the document.

        An empty span maps to one offset. Raises IndexError when the span ends after the document.
        """
        if span.end > len(self.text):
            raise IndexError(f"{span} is outside a document of {len(self.text)} bytes")
        if self.text is self.file:
            return span
        start = self._start(span.start)
        if span.start == span.end:
            return Span(start, start)
        # The slice of the last byte: an atom counts as a whole.
        return Span(start, max(start, self._file_end(bisect_left(self._starts, span.end) - 1, span.end)))

    def from_file(self, offset: int) -> int | None:
        """The offset in the document of the byte at ``offset`` of the file, None outside of all slices.

        Inside an atom it is where that begins, between two slices where the next one does, after the last the text's end.
        """
        whole = self.whole
        if whole is None or not whole.start <= offset <= whole.end:
            return None
        index = bisect_right(self._places, offset) - 1
        start, end = self._starts[index], self._starts[index + 1] if index + 1 < len(self._starts) else len(self.text)
        if offset >= self._file_end(index, end):
            return end
        return start if index in self._atoms else start + offset - self._places[index]

    def holds(self, offset: int) -> bool:
        """Whether the byte at ``offset`` of the file stands in the document."""
        index = bisect_right(self._places, offset) - 1
        if index < 0:
            return False
        end = self._starts[index + 1] if index + 1 < len(self._starts) else len(self.text)
        return offset < self._file_end(index, end)

    def decode(self, file_span: Span) -> bytes:
        """The bytes of the document whose slices stand in ``file_span``; the inverse of ``to_file`` on whole atoms."""
        out: list[bytes] = []
        for piece in self.pieces():
            lo, hi = max(piece.file.start, file_span.start), min(piece.file.end, file_span.end)
            if piece.verbatim and lo < hi:
                out.append(self.file[lo:hi])
            elif not piece.verbatim and file_span.start <= piece.file.start and piece.file.end <= file_span.end:
                out.append(piece.doc.cut(self.text))
        return b"".join(out)

    def _start(self, offset: int) -> int:
        """File offset of the document's byte at ``offset`` (of its end, when there is no such byte)."""
        index = bisect_right(self._starts, offset) - 1
        if offset == len(self.text):
            return self._file_end(index, offset) if self._starts else 0
        return self._places[index] if index in self._atoms else self._places[index] + offset - self._starts[index]

    def _file_end(self, index: int, offset: int) -> int:
        """File offset just after the byte before ``offset`` of the document, which the slice of this number holds."""
        end = self._atoms.get(index)
        return self._places[index] + offset - self._starts[index] if end is None else end
