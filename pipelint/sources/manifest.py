"""Finds the ConfigMaps and Logstash resources of a Kubernetes manifest, and makes the keys of ConfigMaps documents."""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.lean.record import dataclass, field
from pipelint.base.text.document import Document, SourceFile
from pipelint.yaml.text import MAX_LINES, TextBudget, scalar_map, scalar_text
from pipelint.yaml.tree import Mapping, Node, Scalar, Sequence, YamlError, read_yaml

ECK = "logstash.k8s.elastic.co/"
"""The API group of Elastic's operator, whose ``Logstash`` resources hold pipelines."""


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
        return scalar_text(self.data[key])

    def document(self, key: str) -> Document:
        """The text of ``key`` with its map back to the file, the same object each time. Raises KeyError."""
        if key not in self._documents:
            source = scalar_map(self.file.data, self.data[key])
            self._documents[key] = Document(key, self.file, source, f"{self.label}, key {key}")
        return self._documents[key]


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a manifest holds, in order, however nested: its ConfigMaps, its ``Logstash`` resources; where reading stopped.

    ``roots`` are its YAML documents.
    """

    config_maps: tuple[ConfigMap, ...]
    logstashes: tuple[Mapping, ...]
    error: YamlError | None
    roots: tuple[Node, ...] = ()


def read_manifest(file: SourceFile) -> Manifest:
    """The resources in ``file``, as far as it is YAML. Never raises."""
    stream = read_yaml(file.data)
    found: list[ConfigMap] = []
    logstashes: list[Mapping] = []
    budget = TextBudget(file.data)
    for node in (node for root in stream.roots for node in _search(root)):
        if node.text("kind") == "Logstash":
            logstashes.append(node)
            continue
        config_map = _config_map(file, node)
        for scalar in config_map.data.values():
            if not budget.take(scalar):
                error = YamlError(f"its ConfigMaps hold more than {MAX_LINES:,} lines", scalar.start)
                return Manifest(tuple(found), tuple(logstashes), error, stream.roots)
        found.append(config_map)
    return Manifest(tuple(found), tuple(logstashes), stream.error, stream.roots)


def _search(root: Node) -> Iterator[Mapping]:
    """The mappings that are ConfigMaps or ``Logstash`` resources, each once however many aliases lead to it."""
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
        if kind == "ConfigMap" or (kind == "Logstash" and node.text("apiVersion").startswith(ECK)):
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


def resource_name(node: Mapping) -> str:
    """``namespace/name`` of a resource, as far as its metadata say."""
    metadata = node.values.get("metadata")
    parts = [metadata.text("namespace"), metadata.text("name")] if isinstance(metadata, Mapping) else []
    return "/".join(part for part in parts if part)


def _config_map(file: SourceFile, node: Mapping) -> ConfigMap:
    data, binary = node.values.get("data"), node.values.get("binaryData")
    texts = data.values.items() if isinstance(data, Mapping) else ()
    return ConfigMap(
        file,
        resource_name(node),
        {key: value for key, value in texts if isinstance(value, Scalar)},
        tuple(binary.values) if isinstance(binary, Mapping) else (),
    )
