"""Host: a kind of file or resource that configs lie in; and what it holds, texts by name or an engine's own lists."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Protocol

from pipelint.base.lean.record import dataclass, field
from pipelint.base.text.document import Document, SourceFile, WayBack
from pipelint.base.text.sourcemap import SourceMap
from pipelint.base.text.span import Span
from pipelint.yaml.text import scalar_map
from pipelint.yaml.tree import Mapping, Node, Scalar, Sequence


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

    @property
    def back(self) -> WayBack | None:
        """How it is written, where it is no scalar of the file's YAML as it is."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class ScalarText:
    """A scalar of YAML as a text."""

    scalar: Scalar
    back: WayBack | None = None

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
    it stands in a manifest of Kubernetes. Nothing of a ``sealed`` one is quoted. ``path``: the key path of the map that the texts
    stand in, of one that is found by what it holds; ``where``: what comes after it for a text, if not its name; ``open``: other
    texts may be laid beside these.
    """

    file: SourceFile
    kind: str
    name: str
    texts: dict[str, Text]
    unread: tuple[str, ...] = ()
    kubernetes: bool = True
    sealed: bool = False
    path: str | None = None
    open: bool = False
    where: dict[str, str] = field(default_factory=dict)
    _documents: dict[str, Document] = field(default_factory=dict, repr=False)

    @property
    def label(self) -> str:
        """What it is called in messages."""
        if self.path is None:
            return label(self.kind, self.name)
        return self._in_owner(self.path or " and ".join(map(quoted, self.texts)) or "values")

    def part(self, key: str) -> str:
        """Where the text of ``key`` stands."""
        if self.path is None:
            return f"{self.label}, key {key}"
        last = self.where.get(key, quoted(key))
        return self._in_owner(f"{self.path}.{last}" if self.path else last)

    def _in_owner(self, path: str) -> str:
        return f"{label(self.kind, self.name)}, {path}" if self.kind else path

    def document(self, key: str) -> Document:
        """The text of ``key`` with its map back to the file, the same object each time. Raises KeyError."""
        if key not in self._documents:
            text = self.texts[key]
            self._documents[key] = Document(key, self.file, text.map(self.file.data), self.part(key), self.sealed, text.back)
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
        """What its resources say that they are; nothing where it is no resource of Kubernetes."""
        ...

    @property
    def certain(self) -> bool:
        """Whether a file that may hold it is a problem where it cannot be read, named or not."""
        ...

    def may_be_in(self, file: SourceFile, *, yaml: bool) -> bool:
        """Whether ``file`` is worth reading in search of it: a plain search for a word. ``yaml``: it is read as YAML."""
        ...

    def held(self, file: SourceFile, node: Mapping, kind: str) -> Iterable[Held]:
        """What ``node`` of ``file`` holds, or nothing: then what is in it is asked.

        ``kind`` is what the resource says of itself, or what the typed list says that it stands in: one of ``kinds``. Without
        these ``node`` is a whole document that is no resource; of a file that is not read as YAML it is empty: its text counts.
        """
        ...


def quoted(key: str) -> str:
    """A key in a path of keys."""
    return key if key.replace("-", "_").isidentifier() else f'"{key}"'


def label(kind: str, name: str) -> str:
    """What a resource is called in messages."""
    return f"{kind} {name}" if name else f"{kind} without a name"


def inner(node: Node | None, *keys: str) -> Node | None:
    """What stands in a map under a key, in that under the next one, and so on."""
    for key in keys:
        node = node.values.get(key) if isinstance(node, Mapping) else None
    return node


def is_resource(node: Mapping) -> bool:
    """Whether a map says of itself that it is a resource of Kubernetes."""
    return "kind" in node.values and ("apiVersion" in node.values or "metadata" in node.values)


def resource_name(node: Mapping) -> str:
    """``namespace/name`` of a resource, as far as its metadata say."""
    metadata = node.values.get("metadata")
    parts = [metadata.text("namespace"), metadata.text("name")] if isinstance(metadata, Mapping) else []
    return "/".join(part for part in parts if part)
