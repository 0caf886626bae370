"""SourceFile, Document and Place: a file on disk, a config text inside it, and a range of that text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol, TypeAlias

from pipelint.base.lean.record import dataclass
from pipelint.base.text.sourcemap import SourceMap
from pipelint.base.text.span import Span

if TYPE_CHECKING:
    from pipelint.base.text.changes import Change

_Bytes: TypeAlias = bytes


@dataclass(frozen=True, slots=True, eq=False)
class SourceFile:
    """One file as read: ``path`` as given, ``bytes`` what is in it (valid UTF-8). Compared by identity.

    ``project`` are the real paths of the folders (and opened files) in which what its text names may be read. ``shown`` is
    what leads to it from the working folder, where nobody gave the path: of a file beside a config; empty for others.
    """

    path: str
    bytes: bytes
    project: tuple[str, ...] = ()
    shown: str = ""

    @property
    def data(self) -> _Bytes:
        """The same, of which is noted that all of it was read, around the config texts in it too."""
        if watching_file is not None:
            watching_file(self)
        return self.bytes


class WayBack(Protocol):
    """How a changed text goes back into its file, where it stands there otherwise than as a scalar of YAML."""

    def takes(self, text: bytes, changes: Sequence[Change]) -> bool:
        """Whether ``text``, which is the document's, can be written with these changes."""
        ...

    def written(self, data: bytes, start: int, text: bytes) -> bytes:
        """The file ``data`` with ``text`` as what the document that begins at ``start`` says. Raises ValueError."""
        ...


@dataclass(frozen=True, eq=False)  # without slots, as others refer to it weakly
class Document:
    """A piece of config text with its map back to the file. Compared by identity.

    ``name`` is what an include calls it: the file's path, or the ConfigMap's key. ``part`` says where inside the file it
    stands (``ConfigMap kube-system/fluentd-config, key fluent.conf``), empty for a whole file. Nothing
    of a ``sealed`` one is quoted.
    """

    name: str
    file: SourceFile
    map: SourceMap
    part: str = ""
    sealed: bool = False
    back: WayBack | None = None

    @property
    def text(self) -> bytes:
        """The config text, UTF-8."""
        if watching is not None:
            watching(self, None)
        return self.map.text

    @classmethod
    def whole(cls, file: SourceFile) -> Document:
        """The document that is all of ``file``."""
        return cls(file.path, file, SourceMap.identity(file.bytes))


@dataclass(frozen=True, slots=True)
class Place:
    """A span of a document: where a finding, param or stage stands."""

    document: Document
    span: Span

    @property
    def text(self) -> str:
        """The document's text there."""
        if watching is not None:
            watching(self.document, self.span)
        return self.span.cut(self.document.map.text).decode("utf-8", "replace")

    @property
    def file_span(self) -> Span:
        """The same range in the file on disk."""
        return self.document.map.to_file(self.span)


watching: Callable[[Document, Span | None], None] | None = None
"""Is told of bytes of a document that are read as they are written (None: all of it), while somebody watches."""

watching_file: Callable[[SourceFile], None] | None = None
"""Is told of files that are read as a whole, while somebody watches."""
