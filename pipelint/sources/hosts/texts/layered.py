"""Texts that are more than a scalar of the file: one in a text of YAML, one that something else is put around."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pipelint.base.lean.record import dataclass
from pipelint.base.text.changes import Change
from pipelint.base.text.document import Document, WayBack
from pipelint.base.text.sourcemap import SourceMap
from pipelint.base.text.span import Span
from pipelint.sources.hosts.protocol import Text
from pipelint.yaml.edit import YamlEditError, write_scalar
from pipelint.yaml.text import InYaml, map_through, scalar_map
from pipelint.yaml.tree import Scalar


@dataclass(frozen=True, eq=False)
class InnerText:
    """A scalar of the YAML text ``holder``, which is a scalar of its file."""

    holder: Document
    scalar: Scalar

    @property
    def span(self) -> Span:
        """Where its holder stands in the file."""
        return self.holder.map.whole or Span(0, 0)

    @property
    def back(self) -> WayBack:
        """Through both."""
        return InYaml(self.holder, self.scalar.content)

    def value(self) -> bytes:
        """The text; cheaper than its map."""
        return self.scalar.encoded

    def map(self, data: bytes) -> SourceMap:
        """The text with its map to ``data``, the file that its holder stands in."""
        return map_through(self.holder.map, scalar_map(self.holder.text, self.scalar))


@dataclass(frozen=True, eq=False)
class WrappedText:
    """A text with what something else puts around it, which stands nowhere."""

    text: Text
    before: bytes
    after: bytes

    @property
    def span(self) -> Span:
        """Where the text stands in its file."""
        return self.text.span

    @property
    def back(self) -> WayBack:
        """Without what is around it."""
        return InWrapping(self.text.back, self.before, self.after)

    def value(self) -> bytes:
        """All of it; cheaper than its map."""
        return self.before + self.text.value() + self.after

    def map(self, data: bytes) -> SourceMap:
        """All of it with its map to ``data``: what is around the text has no more than a place."""
        return SourceMap.join(data, self._pieces(data))

    def _pieces(self, data: bytes) -> Iterator[tuple[bytes, Span]]:
        inner = self.text.map(data)
        whole = inner.whole or Span(self.span.end, self.span.end)
        yield self.before, Span(whole.start, whole.start)
        yield from ((piece.doc.cut(inner.text), piece.file) for piece in inner.pieces())
        yield self.after, Span(whole.end, whole.end)


@dataclass(frozen=True, eq=False)
class InWrapping:
    """The way back of a text with something around it, which has to stay."""

    inner: WayBack | None
    before: bytes
    after: bytes

    def takes(self, text: bytes, changes: Sequence[Change]) -> bool:
        """Whether they change the text alone."""
        start, end = len(self.before), len(text) - len(self.after)
        return all(start <= change.span.start and change.span.end <= end for change in changes)

    def written(self, data: bytes, start: int, text: bytes) -> bytes:
        """The file with the text without what is around it. Raises YamlEditError."""
        if not (text.startswith(self.before) and text.endswith(self.after)):
            raise YamlEditError("the change is in what the chart adds")
        bare = text[len(self.before) : len(text) - len(self.after)]
        return write_scalar(data, start, bare) if self.inner is None else self.inner.written(data, start, bare)
