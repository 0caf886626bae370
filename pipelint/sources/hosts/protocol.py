"""Host: a kind of file or resource that configs lie in; and what it holds, texts by name or an engine's own lists."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Protocol

from pipelint.base.lean.record import dataclass, field
from pipelint.base.text.document import Document, SourceFile, TextWriter
from pipelint.base.text.sourcemap import SourceMap
from pipelint.base.text.span import Span
from pipelint.yaml.text import scalar_map
from pipelint.yaml.tree import Mapping, Scalar, Sequence


class Text(Protocol):
    """A text that may be a config."""

    @property
    def span(self) -> Span:
        """Where it stands in its file."""
        ...

    def value(self) -> bytes:
        """The text; cheaper than its map."""
        ...

    def map(self, data: bytes) -> SourceMap:
        """The text with its map to ``data``, the file that it stands in."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class ScalarText:
    """A scalar of YAML as a text."""

    scalar: Scalar

    @property
    def span(self) -> Span:
        """Where it stands in its file."""
        return Span(self.scalar.start, self.scalar.end)

    def value(self) -> bytes:
        """The text; cheaper than its map."""
        return self.scalar.encoded

    def map(self, data: bytes) -> SourceMap:
        """The text with its map to ``data``, the file that it stands in."""
        return scalar_map(data, self.scalar)


@dataclass(frozen=True, slots=True, eq=False)
class Folder:
    """Texts that are files of one folder where they are used, by name: the keys of a ConfigMap.

    ``kind`` and ``name`` (``namespace/name``) say what it is called, ``unread`` what in it is not read, ``kubernetes`` whether
    it stands in a manifest of Kubernetes. ``part`` is what its text is called in the file where that is no key, ``writer`` writes
    into a file that is neither a config nor YAML.
    """

    file: SourceFile
    kind: str
    name: str
    texts: dict[str, Text]
    unread: tuple[str, ...] = ()
    kubernetes: bool = True
    part: str | None = None
    writer: TextWriter | None = None
    _documents: dict[str, Document] = field(default_factory=dict, repr=False)

    @property
    def label(self) -> str:
        """What it is called in messages."""
        return label(self.kind, self.name)

    def document(self, key: str) -> Document:
        """The text of ``key`` with its map back to the file, the same object each time. Raises KeyError."""
        if key not in self._documents:
            source = self.texts[key].map(self.file.data)
            part = f"{self.label}, key {key}" if self.part is None else self.part
            self._documents[key] = Document(key, self.file, source, part, self.writer)
        return self._documents[key]


@dataclass(frozen=True, slots=True, eq=False)
class Listed:
    """A resource that lists an engine's pipelines in that engine's own words.

    ``settings`` hold for all of them. Without ``pipelines``, ``elsewhere`` says where these stand. ``version`` is the engine's
    that runs them, "" where it is not said.
    """

    engine: str
    label: str
    pipelines: Sequence | None
    settings: Mapping | None = None
    elsewhere: str = ""
    version: str = ""


Held = Folder | Listed


class Host(Protocol):
    """A kind of file or resource that configs lie in."""

    @property
    def kinds(self) -> Collection[str]:
        """What its resources say that they are; nothing where it is no YAML."""
        ...

    def may_be_in(self, file: SourceFile, *, yaml: bool) -> bool:
        """Whether ``file`` is worth reading in search of it: a plain search for a word. ``yaml``: it is read as YAML."""
        ...

    def held(self, file: SourceFile, node: Mapping, kind: str) -> Iterable[Held]:
        """What ``node`` of ``file`` holds, or nothing: then what is in it is asked.

        ``kind`` is what the resource says of itself, or what the typed list says that it stands in: one of ``kinds``. Of a file
        that is not read as YAML ``node`` is empty: its text counts.
        """
        ...


def label(kind: str, name: str) -> str:
    """What a resource is called in messages."""
    return f"{kind} {name}" if name else f"{kind} without a name"


def resource_name(node: Mapping) -> str:
    """``namespace/name`` of a resource, as far as its metadata say."""
    metadata = node.values.get("metadata")
    parts = [metadata.text("namespace"), metadata.text("name")] if isinstance(metadata, Mapping) else []
    return "/".join(part for part in parts if part)
