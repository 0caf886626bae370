"""Finds the ConfigMaps of a Kubernetes manifest and makes their keys documents."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from pipelint.base.document import Document, SourceFile
from pipelint.base.sourcemap import SourceMap
from pipelint.base.span import Span
from pipelint.sources.text import MAX_BYTES
from pipelint.sources.yaml_scalar import Piece, decode_scalar
from pipelint.sources.yaml_tree import Mapping, Node, Scalar, Sequence, YamlError, read_yaml

MAX_LINES = 150_000
"""Lines and escapes that the texts of one manifest may have: 4 MiB of common ones have less."""

_TEXT_COST = 10  # a document of its own costs about as much as so many lines
_PIECE_ENDS = (b"\n", b"\r", b"\xc2\x85", b"\\", b"''")  # each begins another piece of a source map
_SURROGATE = re.compile(rb"\\u[dD][89abAB]")


@dataclass(frozen=True, slots=True, eq=False)
class ConfigMap:
    """One ConfigMap: its ``namespace/name``, the texts of its ``data`` by key, the keys of its ``binaryData``."""

    file: SourceFile
    name: str
    data: dict[str, Scalar]
    binary: tuple[str, ...]
    _documents: dict[str, Document] = field(default_factory=dict, repr=False)

    @property
    def label(self) -> str:
        """What it is called in messages."""
        return f"ConfigMap {self.name}" if self.name else "ConfigMap without a name"

    def text(self, key: str) -> bytes:
        """The text of ``key`` as the YAML parser has it; cheaper than its document. Raises KeyError."""
        return self.data[key].value.encode("utf-8", "replace")

    def document(self, key: str) -> Document:
        """The text of ``key`` with its map back to the file, the same object each time. Raises KeyError."""
        if key not in self._documents:
            source = SourceMap.join(self.file.data, _pieces(self.file.data, self.data[key], self.text(key)))
            self._documents[key] = Document(key, self.file, source, f"{self.label}, key {key}")
        return self._documents[key]


def _pieces(file: bytes, node: Scalar, text: bytes) -> list[Piece]:
    span = Span(node.start, node.end)
    pieces = decode_scalar(file, span, node.parent_indent)
    if b"".join(decoded for decoded, _ in pieces) == text or _SURROGATE.search(file, node.start, node.end):
        return pieces
    # Rather a place as wide as the scalar than one that may be wrong.
    return [(text, span)] if text else []


def config_maps(file: SourceFile) -> tuple[list[ConfigMap], YamlError | None]:
    """All ConfigMaps in ``file``, however nested, in order; and the error where reading stopped, if it did."""
    stream = read_yaml(file.data)
    found: list[ConfigMap] = []
    budget = _Budget(file.data)
    for node in (node for root in stream.roots for node in _search(root)):
        config_map = _config_map(file, node)
        for scalar in config_map.data.values():
            if not budget.take(scalar):
                return found, YamlError(f"its ConfigMaps hold more than {MAX_LINES:,} lines", scalar.start)
        found.append(config_map)
    return found, stream.error


class _Budget:
    """What the texts of one file may cost. An alias costs as much as what it stands for."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._lines, self._bytes = MAX_LINES, MAX_BYTES
        self._known: dict[int, int] = {}

    def take(self, scalar: Scalar) -> bool:
        """Whether ``scalar`` may still be decoded."""
        if id(scalar) not in self._known:
            cut = self._data[scalar.start : scalar.end]
            self._known[id(scalar)] = sum(cut.count(mark) for mark in _PIECE_ENDS)
        self._lines -= _TEXT_COST + self._known[id(scalar)]
        self._bytes -= scalar.end - scalar.start
        return self._lines >= 0 and self._bytes >= 0


def _search(root: Node) -> Iterator[Mapping]:
    """The mappings that are ConfigMaps, each once however many aliases lead to it."""
    seen: set[int] = set()
    todo = [root]
    while todo:
        node = todo.pop()
        if isinstance(node, Scalar) or id(node) in seen:
            continue
        seen.add(id(node))
        if isinstance(node, Sequence):
            todo.extend(reversed(node.items))
            continue
        kind = node.text("kind")
        if kind == "ConfigMap":
            yield node
            continue
        items = node.values.get("items")
        if kind == "ConfigMapList" and isinstance(items, Sequence):
            # The API server leaves the kind of each item out of a typed list.
            for item in items.items:
                if isinstance(item, Mapping) and "kind" not in item.values and id(item) not in seen:
                    seen.add(id(item))
                    yield item
        todo.extend(reversed(node.values.values()))


def _config_map(file: SourceFile, node: Mapping) -> ConfigMap:
    metadata = node.values.get("metadata")
    parts = [metadata.text("namespace"), metadata.text("name")] if isinstance(metadata, Mapping) else []
    data, binary = node.values.get("data"), node.values.get("binaryData")
    texts = data.values.items() if isinstance(data, Mapping) else ()
    return ConfigMap(
        file,
        "/".join(part for part in parts if part),
        {key: value for key, value in texts if isinstance(value, Scalar)},
        tuple(binary.values) if isinstance(binary, Mapping) else (),
    )
