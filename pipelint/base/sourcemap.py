"""SourceMap: where each byte of a document stands in the file on disk."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable

from pipelint.base.record import dataclass, field
from pipelint.base.span import Span


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
    """The slices do not describe the document: they overlap, leave a gap, or a verbatim slice differs from the file."""


@dataclass(frozen=True, slots=True)
class SourceMap:
    """Contiguous slices from a document to its file, verified when made.

    Slices cover ``text`` without gap or overlap and stand in the file in the same order; bytes of the file between two
    slices (the indentation of a YAML block scalar) belong to no document. Raises SourceMapError.
    """

    text: bytes
    file: bytes
    slices: tuple[Slice, ...]
    _starts: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        at_doc = at_file = 0
        for piece in self.slices:
            if piece.doc.start != at_doc:
                raise SourceMapError(f"slice at {piece.doc.start} where {at_doc} was due")
            if piece.file.start < at_file or piece.file.end > len(self.file):
                raise SourceMapError(f"slice at file offset {piece.file.start} is out of order")
            if piece.verbatim and piece.doc.cut(self.text) != piece.file.cut(self.file):
                raise SourceMapError(f"slice at {piece.doc.start} differs from the file at {piece.file.start}")
            at_doc, at_file = piece.doc.end, piece.file.end
        if at_doc != len(self.text):
            raise SourceMapError(f"slices end at {at_doc}, the text at {len(self.text)}")
        object.__setattr__(self, "_starts", tuple(piece.doc.start for piece in self.slices))

    @classmethod
    def identity(cls, file: bytes) -> SourceMap:
        """The map of a document that is the whole file."""
        whole = Span(0, len(file))
        return cls(file, file, (Slice(whole, whole, True),) if file else ())

    @classmethod
    def join(cls, file: bytes, pieces: Iterable[tuple[bytes, Span]]) -> SourceMap:
        """The map of a document made of ``pieces``: decoded bytes and the range of the file that they came from.

        A piece that equals its range becomes verbatim. Raises SourceMapError.
        """
        slices: list[Slice] = []
        text: list[bytes] = []
        at = 0
        for decoded, where in pieces:
            doc = Span(at, at + len(decoded))
            slices.append(Slice(doc, where, where.cut(file) == decoded))
            text.append(decoded)
            at = doc.end
        return cls(b"".join(text), file, tuple(slices))

    def to_file(self, span: Span) -> Span:
        """The range of the file that holds ``span`` of the document.

        An empty span maps to one offset. Raises IndexError when the span ends behind the document.
        """
        if span.end > len(self.text):
            raise IndexError(f"{span} is outside a document of {len(self.text)} bytes")
        start = self._start(span.start)
        if span.start == span.end:
            return Span(start, start)
        return Span(start, max(start, self._end(span.end)))

    def decode(self, file_span: Span) -> bytes:
        """The bytes of the document whose slices stand in ``file_span``; the inverse of ``to_file`` on whole atoms."""
        out: list[bytes] = []
        for piece in self.slices:
            lo, hi = max(piece.file.start, file_span.start), min(piece.file.end, file_span.end)
            if piece.verbatim and lo < hi:
                out.append(self.file[lo:hi])
            elif not piece.verbatim and file_span.start <= piece.file.start and piece.file.end <= file_span.end:
                out.append(piece.doc.cut(self.text))
        return b"".join(out)

    def _start(self, offset: int) -> int:
        """File offset of the document's byte at ``offset`` (of its end, when there is no such byte)."""
        if not self.slices:
            return 0
        index = max(0, bisect_right(self._starts, offset) - 1)
        piece = self.slices[index]
        if offset >= piece.doc.end and piece.doc.end == len(self.text):
            return piece.file.end
        return piece.file.start + (offset - piece.doc.start if piece.verbatim else 0)

    def _end(self, offset: int) -> int:
        """File offset just behind the document's byte before ``offset`` (offset > 0)."""
        index = bisect_right(self._starts, offset - 1) - 1
        piece = self.slices[index]
        return piece.file.start + (offset - piece.doc.start) if piece.verbatim else piece.file.end
