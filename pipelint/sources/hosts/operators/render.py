"""Writes the sections that an operator makes of the maps of a resource, with the scalar that each piece stands for."""

from __future__ import annotations

import json

from pipelint.sources.hosts.operators.rendered import RenderedText
from pipelint.yaml.tree import Mapping, Node, Scalar, Sequence

_SECTIONS = {name: name for name in ("parse", "format", "regexp", "exclude", "and", "or", "labels")}
_SECTIONS |= {"records": "record", "patterns": "pattern", "grok_patterns": "grok", "metrics": "metric", "replaces": "replace"}
_SECTIONS |= {
    name: name
    for name in ("assume_role_credentials", "instance_profile_credentials", "shared_credentials", "process_credentials")
}
_SECTIONS |= {
    "servers": "server",
    "security": "security",
    "auth": "auth",
    "object_metadata": "object_metadata",
    "fields": "fields",
}
"""Keys of maps, or lists of maps, that become sections. What becomes of any other is not known here."""

_TYPED = frozenset({"parse", "format", "pattern"})
_OF_SECRETS = ("value", "valueFrom", "mountFrom")
_UNBUFFERED = frozenset({"null", "mattermost"})
_HIDDEN = ("data_stream_enable", "match_tag", "use_rdkafka")
_DEFAULTS = {
    "parser": {"key_name": "message"},
    "concat": {"key": "message"},
    "loki": {"line_format": "json"},
    "s3": {"s3_object_key_format": "%{path}%{time_slice}_%{uuid_hash}_%{index}.%{file_extension}"},
}
"""What the operator writes where the resource does not, and the plugin itself would do otherwise."""

_BUFFER = {"retry_forever": "true", "timekey": "10m", "timekey_wait": "1m"}
"""What the operator writes into each buffer that does not say it; the rest in ``_buffer``."""


class Renderer:
    """Text so far. What has no scalar of its own stands where the piece before it does."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self.pieces: list[tuple[bytes, Scalar | None]] = []
        self._values: set[int] = set()
        self._starts: set[int] = set()
        self._typed = False  # whether a type in this section is one of a plugin

    def text(self) -> RenderedText:
        """All of it."""
        return RenderedText(self._data, tuple(self.pieces), frozenset(self._values), frozenset(self._starts))

    def add(self, text: str, scalar: Scalar | None = None) -> None:
        """Text that stands for ``scalar``."""
        self.pieces.append((text.encode(), scalar))

    def section(self, name: str, argument: str, plugin: str, key: Scalar, node: Mapping) -> None:
        """A section of a plugin."""
        kind = f"  @type {plugin}\n" if plugin else ""
        self.add(f"<{name}{' ' * bool(argument)}{argument}>\n{kind}", key)
        self._defaults(plugin, node)
        self._body(node)
        self.add(f"</{name}>\n")

    def _defaults(self, plugin: str, node: Mapping) -> None:
        for key, text in _DEFAULTS.get(plugin, {}).items():
            if not node.text(key):
                self.add(f"  {key} {text}\n")

    def output(self, plugin: str, key: Scalar, node: Mapping, *, alone: bool) -> None:
        """The body of an output, ``alone`` with its section."""
        self.add(("<match **>\n" if alone else "") + f"  @type {plugin}\n", key)
        self._defaults(plugin, node)
        self._body(node, {**_SECTIONS, "labels": "label"} if plugin == "loki" else _SECTIONS)
        if "buffer" not in node.values and plugin not in _UNBUFFERED:
            self._buffer(None, Mapping())
        if alone:
            self.add("</match>\n")

    def _body(self, node: Mapping, sections: dict[str, str] = _SECTIONS) -> None:
        for key, value in node.values.items():
            name = node.keys[key]
            match value:
                case Scalar() if key not in _HIDDEN:
                    self._param(key, name, value)
                case Mapping() if key == "buffer":
                    self._buffer(name, value)
                case Mapping() if key in sections:
                    self._inner(sections[key], name, value)
                case Mapping() if any(word in value.values for word in _OF_SECRETS):
                    self.add(f"  {key} \"#{{ENV['{key}']}}\"\n", name)
                case Sequence():
                    self._listed(key, name, value.items)

    def _param(self, key: str, name: Scalar | None, value: Scalar) -> None:
        text = value.value
        if not text.strip() or text != text.strip() or "\n" in text:
            if not text and key == "separator":
                self.add(f'  {key} ""\n', name)
            return  # of any other the operator writes nothing, or what is no parameter
        self.add("@" if key == "type" and self._typed else "")
        self.add(key, name)
        self.add(" ")
        self._values.add(len(self.pieces))
        self.add(text, value)
        self.add("\n")

    def _listed(self, key: str, name: Scalar, items: list[Node]) -> None:
        texts = [item for item in items if isinstance(item, Scalar)]
        if key == "multiline":
            for number, text in enumerate(texts, 1):
                self._param(f"format{number}", None, text)
        elif texts and len(texts) == len(items):
            self.add(f"  {key} {json.dumps([item.value for item in texts])}\n", name)
        sections = [item for item in items if isinstance(item, Mapping)] if key in _SECTIONS else []
        for number, item in enumerate(sections):
            self._inner(_SECTIONS[key], None if number else name, item)

    def _inner(self, section: str, name: Scalar | None, node: Mapping) -> None:
        """A section that stands for ``name``, or for what comes first in it."""
        first = next(iter(node.keys.values()), None)
        if name is None and first is not None:
            self._starts.add(len(self.pieces))
        self.add(f"<{section}>\n", name or first)
        self._typed = section in _TYPED
        self._body(node)
        self.add(f"</{section}>\n")

    def _buffer(self, name: Scalar | None, node: Mapping) -> None:
        if node.text("disabled") == "true":
            return
        tags = node.text("tags") if "tags" in node.values else "tag,time"
        argument = "" if tags.startswith("[") else tags
        kind = "" if "type" in node.values else "  @type file\n"
        self._typed = True
        self.add(f"<buffer{' ' * bool(argument)}{argument}>\n{kind}", name)
        for key, value in node.values.items():
            if isinstance(value, Scalar) and key not in ("tags", "disabled"):
                self._param(key, node.keys[key], value)
        if node.text("type") in ("", "file") and "path" not in node.values:
            self.add("  path /buffers/*.buffer\n")
        for key, text in _BUFFER.items():
            if key not in node.values and (key == "retry_forever" or "time" in argument):
                self.add(f"  {key} {text}\n")
        self.add("</buffer>\n")
