"""The texts inside YAML: a scalar as a document that knows where each of its bytes stands, and what that may cost."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator

from pipelint.base.disk.text_file import MAX_BYTES
from pipelint.base.lean.late import late
from pipelint.base.text.document import Document
from pipelint.base.text.sourcemap import SourceMap, SourceMapError
from pipelint.base.text.span import Span
from pipelint.yaml.scalar import Piece, decode_scalar, literal_lines
from pipelint.yaml.tree import Scalar

MAX_LINES = 150_000
"""Lines and escapes that the texts of one file may have: 4 MiB of common ones have less."""

_TEXT_COST = 10  # a document of its own costs about as much as so many lines
_PIECE_ENDS = (b"\n", b"\r", b"\xc2\x85", b"\\", b"''")  # each begins another piece of a source map
_SURROGATE = late(rb"\\u[dD][89abAB]")


def scalar_text(node: Scalar) -> bytes:
    """The value of a scalar in UTF-8, as the YAML parser has it; cheaper than its document."""
    return node.value.encode("utf-8", "replace")


def scalar_pieces(data: bytes, node: Scalar) -> list[Piece]:
    """The pieces of ``node``, a scalar of the YAML text ``data``; their places are ranges of ``data``."""
    text = scalar_text(node)
    span = Span(node.start, node.end)
    pieces = decode_scalar(data, span, node.parent_indent)
    if b"".join(decoded for decoded, _ in pieces) == text or _SURROGATE.search(data, node.start, node.end):
        return pieces
    # Rather a place as wide as the scalar than one that may be wrong.
    return [(text, span)] if text else []


def scalar_map(data: bytes, node: Scalar) -> SourceMap:
    """The value of ``node``, a scalar of the YAML file ``data``, with its map to that."""
    literal = literal_lines(data, Span(node.start, node.end), node.parent_indent) if node.marks.style == "|" else None
    if literal is not None:
        # Most configs in manifests. Of other line breaks, which YAML knows too, this is not the text that the parser has.
        with contextlib.suppress(SourceMapError):
            return SourceMap.indented(scalar_text(node), data, *literal)
    return SourceMap.join(data, scalar_pieces(data, node))


def content_span(data: bytes, node: Scalar) -> Span:
    """Where the value of ``node`` stands in ``data``: without quotes, anchor and tag. Of an empty one its end."""
    pieces = scalar_pieces(data, node)
    return Span(pieces[0][1].start, pieces[-1][1].end) if pieces else Span(node.end, node.end)


def scalar_document(name: str, holder: Document, node: Scalar, part: str) -> Document:
    """The value of ``node``, a scalar of the YAML text that ``holder`` is, as a document of the same file."""
    data = holder.file.data
    if holder.text is data:
        return Document(name, holder.file, scalar_map(data, node), part)
    pieces = scalar_pieces(holder.text, node)
    try:
        source = SourceMap.join(data, _through(holder, pieces))
    except SourceMapError:
        # Two pieces share what is one place in the file: an escape that is two characters of the text outside.
        whole = holder.map.to_file(Span(node.start, node.end))
        source = SourceMap.join(data, [(b"".join(decoded for decoded, _ in pieces), whole)])
    return Document(name, holder.file, source, part)


def _through(holder: Document, pieces: Iterable[Piece]) -> Iterator[Piece]:
    """``pieces`` of ``holder``'s text as pieces of its file; what stands there as it is stays so, slice by slice."""
    for decoded, span in pieces:
        if span.cut(holder.text) != decoded:
            yield decoded, holder.map.to_file(span)
            continue
        for here in holder.map.pieces(span):
            part = Span(max(here.doc.start, span.start), min(here.doc.end, span.end))
            yield part.cut(holder.text), holder.map.to_file(part)


class TextBudget:
    """What the texts of one YAML text may cost. An alias costs as much as what it stands for."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._lines, self._bytes = MAX_LINES, MAX_BYTES
        self._known: dict[Span, int] = {}
        self._uncounted: list[Span] = []
        self._most = 0

    @property
    def spent(self) -> bool:
        """Whether nothing may be decoded any more."""
        return self._lines < 0 or self._bytes < 0

    def take(self, text: Span) -> bool:
        """Whether the scalar at ``text`` may still be decoded."""
        self._bytes -= len(text)
        self._uncounted.append(text)
        self._most += _TEXT_COST + len(text)
        # Lines are counted when it could matter: most manifests would be within bounds if each byte were a line.
        if self._most > self._lines:
            self._lines -= sum(_TEXT_COST + self._count(each) for each in self._uncounted)
            self._uncounted, self._most = [], 0
        return not self.spent

    def _count(self, text: Span) -> int:
        if text not in self._known:
            cut = text.cut(self._data)
            self._known[text] = sum(cut.count(mark) for mark in _PIECE_ENDS)
        return self._known[text]
