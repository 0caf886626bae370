"""The texts inside YAML: a scalar as a document that knows where each of its bytes stands, and what that may cost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pipelint.base.disk.text_file import MAX_BYTES
from pipelint.base.lean.record import dataclass
from pipelint.base.text.changes import Change
from pipelint.base.text.document import Document
from pipelint.base.text.sourcemap import SourceMap, SourceMapError
from pipelint.base.text.span import Span
from pipelint.yaml.tree import Scalar

MAX_LINES = 150_000
"""Lines and escapes that the texts of one file may have: 4 MiB of common ones have less."""

_TEXT_COST = 10  # a document of its own costs about as much as so many lines
_PIECE_ENDS = (b"\n", b"\r", b"\xc2\x85", b"\\", b"''")  # each begins another piece of a source map


def scalar_map(data: bytes, node: Scalar) -> SourceMap:
    """The value of ``node``, a scalar of the YAML file ``data``, with its map to that."""
    return SourceMap.decoded(data, *node.mapped())


def content_span(data: bytes, node: Scalar) -> Span:
    """Where the value of ``node`` stands in ``data``: without quotes, anchor and tag. Of an empty one its end."""
    return scalar_map(data, node).whole or Span(node.end, node.end)


def scalar_document(name: str, holder: Document, node: Scalar, part: str) -> Document:
    """The value of ``node``, a scalar of the YAML text that ``holder`` is, as a document of the same file."""
    data = holder.file.data
    inner = scalar_map(holder.text, node)
    if holder.text is data:
        return Document(name, holder.file, inner, part)
    return Document(name, holder.file, map_through(holder.map, inner), part, back=InYaml(holder, node.content))


def map_through(outer: SourceMap, inner: SourceMap) -> SourceMap:
    """The map of a text that stands in another one, to the file of that."""
    try:
        return SourceMap.join(outer.file, _through(outer, inner))
    except SourceMapError:
        # Two pieces share what is one place in the file: an escape that is two characters of the text outside.
        whole = inner.whole
        return SourceMap.join(outer.file, [] if whole is None else [(inner.text, outer.to_file(whole))])


@dataclass(frozen=True, eq=False)
class InYaml:
    """The way back of a scalar that begins ``at`` in a text of YAML, ``holder``, which is a scalar itself."""

    holder: Document
    at: int

    def takes(self, text: bytes, changes: Sequence[Change]) -> bool:
        """Any change can be written."""
        return True

    def written(self, data: bytes, start: int, text: bytes) -> bytes:
        """The file with the text in the scalar of the inner YAML. Raises YamlEditError."""
        from pipelint.yaml.edit import read_scalar, write_scalar

        whole = self.holder.map.whole
        outer = start if whole is None else whole.start
        return write_scalar(data, outer, write_scalar(read_scalar(data, outer), self.at, text))


def _through(outer: SourceMap, inner: SourceMap) -> Iterator[tuple[bytes, Span]]:
    """The pieces of a text in another one as pieces of its file; what stands there as it is stays so, slice by slice."""
    for piece in inner.pieces():
        if not piece.verbatim:
            yield piece.doc.cut(inner.text), outer.to_file(piece.file)
            continue
        for here in outer.pieces(piece.file):
            part = Span(max(here.doc.start, piece.file.start), min(here.doc.end, piece.file.end))
            yield part.cut(outer.text), outer.to_file(part)


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
