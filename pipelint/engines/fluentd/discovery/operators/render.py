"""Writes the sections that an operator makes of the maps of a resource, with the scalar that each piece stands for."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping as Table

from pipelint.sources.hosts.texts.rendered import RenderedText
from pipelint.yaml.tree import Mapping, Node, Scalar, Sequence

_TYPED = frozenset({"parse", "format", "pattern", "buffer", "inject"})
_OF_SECRETS = frozenset({"value", "valueFrom", "mountFrom"})


class Renderer(ABC):
    """Text so far, in the words of one operator. What has no scalar of its own stands where the piece before it does."""

    sections: Table[str, str] = {}
    """Keys of maps, or lists of maps, that become sections. What becomes of any other is not known here."""
    defaults: Table[str, Table[str, str]] = {}
    """What the operator writes for a plugin where the resource does not, and the plugin itself would do otherwise."""
    left_out = frozenset[str]()
    """Keys that become no parameter."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self.pieces: list[tuple[bytes, Scalar | None]] = []
        self._values: set[int] = set()
        self._starts: set[int] = set()

    def text(self) -> RenderedText:
        """All of it."""
        return RenderedText(self._data, tuple(self.pieces), frozenset(self._values), frozenset(self._starts))

    def add(self, text: str, scalar: Scalar | None = None) -> None:
        """Text that stands for ``scalar``."""
        self.pieces.append((text.encode(), scalar))

    def add_before(self, text: str, scalar: Scalar) -> None:
        """Text that stands before ``scalar``."""
        self._starts.add(len(self.pieces))
        self.add(text, scalar)

    def plugin(self, plugin: str, node: Mapping) -> None:
        """The parameters and sections of a plugin."""
        for key, text in self.defaults.get(plugin, {}).items():
            if not node.text(key):
                self.add(f"  {key} {text}\n")
        self.body(node, self.sections_of(plugin))

    def process(self, node: Mapping, parameters: Table[str, str]) -> str:
        """The settings of the process, as both operators write them; the first key that says one, or ``""``."""
        said = {key: value for key, value in node.values.items() if key in parameters and isinstance(value, Scalar)}
        first = next(iter(said), "")
        if first:
            self.add_before("<system>\n  rpc_endpoint 127.0.0.1:24444\n", node.keys[first])
            for key, value in said.items():
                self.add(f"  {parameters[key]} ", node.keys[key])
                self.value(value)
            self.add("</system>\n")
        return first

    def sections_of(self, plugin: str) -> Table[str, str]:
        """The sections of a plugin, by their keys."""
        return self.sections

    def parameter(self, key: str) -> str:
        """The parameter that a key is."""
        return key

    def body(self, node: Mapping, sections: Table[str, str], within: str = "") -> None:
        """What stands in a section."""
        for key, value in node.values.items():
            name = node.keys[key]
            match value:
                case _ if key in self.left_out:
                    continue
                case Scalar():
                    self.param(key, name, value, within)
                case Mapping() if key == "buffer":
                    self.buffer(name, value)
                case Mapping() if key in sections:
                    self.section(sections[key], name, value)
                case Mapping() if not _OF_SECRETS.isdisjoint(value.values):
                    self.add(f"  {self.parameter(key)} \"#{{ENV['{key}']}}\"\n", name)
                case Sequence():
                    self.listed(key, name, value.items, sections)

    def param(self, key: str, name: Scalar | None, value: Scalar, within: str = "") -> None:
        """A parameter in a line of its own."""
        text = value.value
        if not text and key == "separator":
            self.add(f'  {key} ""\n', name)
        if not text.strip() or text != text.strip() or "\n" in text:
            return  # the operator writes nothing, or what is no parameter
        self.add("@" if key == "type" and within in _TYPED else "")
        self.add(self.parameter(key), name)
        self.add(" ")
        self.value(value)

    def value(self, value: Scalar) -> None:
        """A value, and the end of its line."""
        self._values.add(len(self.pieces))
        self.add(value.value, value)
        self.add("\n")

    def listed(self, key: str, name: Scalar, items: list[Node], sections: Table[str, str]) -> None:
        """What becomes of a list: an array, or as many sections."""
        texts = [item for item in items if isinstance(item, Scalar)]
        if key == "multiline":
            for number, text in enumerate(texts, 1):
                self.param(f"format{number}", None, text)
        elif texts and len(texts) == len(items):
            array = ",".join(text.value if text.value.isdecimal() else json.dumps(text.value) for text in texts)
            self.add(f"  {self.parameter(key)} [{array}]\n", name)
        inner = [item for item in items if isinstance(item, Mapping)] if key in sections else []
        for number, item in enumerate(inner):
            self.section(sections[key], None if number else name, item)

    def section(self, section: str, name: Scalar | None, node: Mapping) -> None:
        """A section that stands for ``name``, or before what comes first in it."""
        first = next(iter(node.keys.values()), None)
        if name is None and first is not None:
            self.add_before(f"<{section}>\n", first)
        else:
            self.add(f"<{section}>\n", name)
        self.body(node, self.sections, section)
        self.add(f"</{section.split()[0]}>\n")

    @abstractmethod
    def buffer(self, name: Scalar | None, node: Mapping) -> None:
        """A buffer, which each operator writes in its own way."""
