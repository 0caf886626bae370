"""Completion in Fluentd's own format: sections, plugins, parameters, values, labels and names of grok patterns."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING

from pipelint.base.text.lines import lines_of
from pipelint.engines.fluentd.complete.keys import begins_field, field_items
from pipelint.engines.fluentd.complete.sections import TAG, tags
from pipelint.engines.fluentd.complete.spelling import TIME_PART, TIME_PARTS, spelled
from pipelint.engines.fluentd.complete.symbols import LABEL_PARAMS, symbols
from pipelint.engines.fluentd.facts.grok import fluentd_library
from pipelint.facts.editing import items
from pipelint.facts.editing.section import section_at
from pipelint.language.cursor import Cursor, cursor_at
from pipelint.language.editing import Item
from pipelint.plugins import ParamSpec, section_kinds
from pipelint.plugins.declarations import Declarations

if TYPE_CHECKING:
    from pipelint.base.text.document import Place
    from pipelint.language.config import Config

STAGES = ("source", "filter", "match")
# What stands before the cursor on its line: a parameter's name and the blank after it.
_VALUE = re.compile(r"^\s*(?P<name>[@\w.-]+)\s+[\"']?(?P<typed>[^\"']*)$")
_NAME = re.compile(r"^\s*[@\w-]*$")
_LOG_LEVEL = {"@log_level": ParamSpec("@log_level", "string")}
# The argument of a section that is of a tag pattern.
_PATTERN = re.compile(r"^\s*<(?:match|filter)\s+(?:\S+\s+)*[^\s>]*$")
_GROK = ("grok", "multiline_grok")
_GROK_PARAMS = ("grok_pattern", "pattern")


def fluentd_items(config: Config, place: Place, declared: Declarations) -> Iterator[Item]:
    """What may stand at a place; ``declared`` is what the release that runs the config declares."""
    cursor = cursor_at(config.root, place)
    before = line_before(place)
    value = _VALUE.match(before)
    if TAG.match(before):
        yield from tags(config, cursor, before, declared)
    elif _PATTERN.match(before):
        yield from items.names(event_tags(config))
    elif (found := list(field_items(config, place, before))) or begins_field(before):
        yield from found
    elif value is not None and "time_format" in value["name"] and (part := TIME_PART.search(before)) is not None:
        yield from items.time_parts(TIME_PARTS, len(part[0]))
    elif value is not None and value["name"] in _GROK_PARAMS:
        yield from _grok(config, cursor, value["typed"])
    elif value is not None and " " not in value["typed"]:
        yield from _values(config, cursor, value["name"], declared)
    elif _NAME.match(before):
        yield from _names(config, cursor, declared)


@cache
def plugin_sections() -> Mapping[str, str]:
    """The sections that are plugins, and of which kind."""
    return {"source": "input", "filter": "filter", "match": "output", "store": "output", **section_kinds("fluentd")}


def line_before(place: Place) -> str:
    """The text of the line up to the place."""
    text = place.document.text
    lines = lines_of(text)
    return text[lines.start(lines.line(place.span.start)) : place.span.start].decode("utf-8", "replace")


def _grok(config: Config, cursor: Cursor, before: str) -> Iterator[Item]:
    sections = {id(stage.block) for stage in config.graph.stages if stage.plugin in _GROK}
    for block in cursor.blocks:
        if id(block) in sections:
            yield from items.grok_names(before, fluentd_library(block))


def _values(config: Config, cursor: Cursor, name: str, declared: Declarations) -> Iterator[Item]:
    known = section_at(config, cursor, declared)
    yield from plugin_or_label(config, cursor.block.name, name, declared)
    if known is not None and (spec := known.params.get(name)) is not None:
        yield from items.values(spec)


def plugin_or_label(config: Config | None, section: str, name: str, declared: Declarations) -> Iterator[Item]:
    """The values of ``@type`` in a section, or of a parameter that names a label."""
    if name in ("@type", "type"):
        yield from items.plugins(declared, plugin_sections().get(section))
    elif name == "plugin_id" and config is not None:
        yield from items.names(symbol.name for symbol in symbols(config) if symbol.kind == "id" and symbol.defines)
    elif name in LABEL_PARAMS and config is not None:
        yield from items.names(symbol.name for symbol in symbols(config) if symbol.kind == "label" and symbol.defines)


def event_tags(config: Config) -> Iterator[str]:
    """The tags that are written out somewhere in a config, for a pattern that is to match them."""
    for block in config.root.walk():
        tag = block.param("tag")
        if tag is not None and tag.value and not tag.embedded and "${" not in tag.value:
            yield tag.value


def _names(config: Config, cursor: Cursor, declared: Declarations) -> Iterator[Item]:
    there = set(cursor.block.params)
    if len(cursor.blocks) == 1 or cursor.block.name == "label":
        yield items.section("@include", " ")
        return
    if cursor.block.name in plugin_sections():
        yield from items.parameters({**reserved(cursor.block.name, "@"), **_LOG_LEVEL}, there, spelled)
    known = section_at(config, cursor, declared)
    if known is not None:
        yield from items.parameters(known.params, there, spelled)


def reserved(section: str, mark: str) -> dict[str, ParamSpec]:
    """The parameters that Fluentd itself reads of a section in both formats; their names begin with ``mark``."""
    names = [("type", section != "buffer")] if section in plugin_sections() else []
    if section in STAGES or section == "store":
        names += [("id", False), ("label", False)]
    return {mark + name: ParamSpec(mark + name, "string", required) for name, required in names}
