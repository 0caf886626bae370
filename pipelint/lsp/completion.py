"""Completion: plugins, parameters, values and labels, by where the cursor is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from lsprotocol import types as lsp

from pipelint.analysis.readings import PLUGIN_KINDS
from pipelint.base.document import Place
from pipelint.base.lines import lines_of
from pipelint.engines.plugins import ParamSpec, plugin_names
from pipelint.graph.stage import Kind
from pipelint.lsp.cursor import Cursor, cursor_at
from pipelint.lsp.known import Known, known_at
from pipelint.lsp.sections import TAG, tags

if TYPE_CHECKING:
    from pipelint.checker import Checked
    from pipelint.engines.config import Config
    from pipelint.lsp.snapshot import Snapshot

# What stands before the cursor on its line: a parameter's name and the blank or arrow behind it.
_VALUE = re.compile(r"^\s*(?P<name>[@\w.-]+)(?:\s*=>\s*|\s+)[\"']?(?P<typed>[^\s\"']*)$")
_NAME = re.compile(r"^\s*(?P<typed>[@\w-]*)$")
# Fluentd's sections by what their plugin does.
_SECTIONS = {
    "source": Kind.SOURCE,
    "filter": Kind.FILTER,
    "match": Kind.OUTPUT,
    "store": Kind.OUTPUT,
    "secondary": Kind.OUTPUT,
    "parse": Kind.PARSE,
    "format": Kind.FORMAT,
    "buffer": Kind.BUFFER,
}
_LOGSTASH = {"input": Kind.SOURCE, "filter": Kind.FILTER, "output": Kind.OUTPUT}


def completions(snapshot: Snapshot, position: lsp.Position) -> list[lsp.CompletionItem]:
    """What may stand at a position."""
    found = snapshot.at(snapshot.positions.offset(position))
    if found is None:
        return []
    checked, place = found
    cursor = cursor_at(checked.config.root, place)
    before = _before(place)
    if checked.config.engine.name == "fluentd" and TAG.match(before):
        return list(tags(checked.config, cursor, before))
    value = _VALUE.match(before)
    if value is not None:
        return list(_values(checked, cursor, value["name"]))
    return list(_names(checked, cursor)) if _NAME.match(before) else []


def _before(place: Place) -> str:
    """The text of the line up to the place."""
    text = place.document.text
    lines = lines_of(text)
    return text[lines.start(lines.line(place.span.start)) : place.span.start].decode("utf-8", "replace")


def _values(checked: Checked, cursor: Cursor, name: str) -> Iterator[lsp.CompletionItem]:
    config = checked.config
    if name in ("@type", "type", "codec"):
        kind = Kind.PARSE if name == "codec" else _SECTIONS.get(cursor.block.name)
        yield from _plugins(config, kind)
    elif name == "@label":
        yield from _labels(config)
    known = known_at(config, cursor)
    spec = known.params.get(name) if known is not None else None
    if spec is None:
        return
    values: Iterable[str] = spec.values or (("true", "false") if spec.type in ("bool", "boolean") else ())
    for value in values:
        mark = "default" if str(spec.default).lower() == value else None
        yield lsp.CompletionItem(value, kind=lsp.CompletionItemKind.EnumMember, detail=mark)


def _names(checked: Checked, cursor: Cursor) -> Iterator[lsp.CompletionItem]:
    config = checked.config
    known = known_at(config, cursor)
    if known is not None:
        yield from _params(known)
    elif config.engine.name == "logstash":
        kind = next((_LOGSTASH[block.name] for block in reversed(cursor.blocks) if block.name in _LOGSTASH), None)
        if kind is None:
            for name in _LOGSTASH:
                yield lsp.CompletionItem(name, kind=lsp.CompletionItemKind.Struct, insert_text=f"{name} {{")
        # In a section or a branch of one: plugins.
        yield from _plugins(config, kind)


def _params(known: Known) -> Iterator[lsp.CompletionItem]:
    there = known.block.params
    for spec in known.params.values():
        if spec.name not in there and not spec.removed:
            yield _param(spec)


def _param(spec: ParamSpec) -> lsp.CompletionItem:
    detail = spec.type + (", required" if spec.required else "") + ("" if spec.default is None else f" = {spec.default}")
    return lsp.CompletionItem(
        spec.name,
        kind=lsp.CompletionItemKind.Property,
        detail=detail,
        tags=[lsp.CompletionItemTag.Deprecated] if spec.deprecated else None,
        # What is required comes first.
        sort_text=f"{0 if spec.required else 2 if spec.deprecated else 1}{spec.name}",
    )


def _plugins(config: Config, kind: Kind | None) -> Iterator[lsp.CompletionItem]:
    folder = None if kind is None else PLUGIN_KINDS[config.engine.name].get(kind)
    for name in plugin_names(config.engine.name, folder) if folder is not None else ():
        yield lsp.CompletionItem(name, kind=lsp.CompletionItemKind.Module, detail=f"{folder} plugin")


def _labels(config: Config) -> Iterator[lsp.CompletionItem]:
    for name in dict.fromkeys(block.arg for block in config.root.walk() if block.name == "label"):
        yield lsp.CompletionItem(name, kind=lsp.CompletionItemKind.Reference)
