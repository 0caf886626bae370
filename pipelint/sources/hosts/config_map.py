"""ConfigMap of Kubernetes: each key of its data is a text, and where it is mounted a file."""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.text.document import SourceFile
from pipelint.sources.hosts.protocol import Folder, ScalarText, Text, resource_name
from pipelint.yaml.tree import Mapping, Scalar

KIND = "ConfigMap"


class ConfigMaps:
    """ConfigMaps, alone, in lists, and wherever else they stand in YAML."""

    kinds = (KIND,)
    certain = True

    def may_be_in(self, file: SourceFile, *, yaml: bool) -> bool:
        """By the word."""
        return yaml and KIND.encode() in file.data

    def held(self, file: SourceFile, node: Mapping, kind: str) -> Iterator[Folder]:
        """The keys of ``data``; what is binary is not read."""
        data, binary = node.values.get("data"), node.values.get("binaryData")
        values = data.values.items() if isinstance(data, Mapping) else ()
        texts: dict[str, Text] = {key: ScalarText(value) for key, value in values if isinstance(value, Scalar)}
        unread = tuple(f"binaryData key {key}" for key in binary.values) if isinstance(binary, Mapping) else ()
        yield Folder(file, KIND, resource_name(node), texts, unread)
