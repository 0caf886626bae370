"""The kinds of the fields that a filter makes: texts of what a parser takes apart, numbers where it is told to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from pipelint.base.block import Block, Param
from pipelint.base.lean.late import late
from pipelint.base.text.document import Place
from pipelint.base.value import ValueKind
from pipelint.engines.logstash.facts.field_writes import Path, field_path
from pipelint.engines.logstash.facts.grok import library_types
from pipelint.engines.logstash.facts.items import EntryFact, ValueFact, value_entries, value_items
from pipelint.engines.logstash.types import is_true

_CAPTURE = late(r"%\{\w+:([\w@\[\].-]+?)(?::(\w+))?\}")
_GROUP = late(r"\(\?<([^>=!]{1,999})>")
_DISSECTED = late(r"%\{([A-Za-z@\[][\w@\[\].-]*?)(?:->)?\}")
# What grok, dissect, csv and mutate call the types that they make.
_KINDS = {
    **dict.fromkeys(("int", "integer", "integer_eu"), "integer"),
    **dict.fromkeys(("float", "float_eu"), "float"),
    "string": "text",
}
# Settings of kv by which a field has another name than the key.
_RENAMES = frozenset({"transform_key", "trim_key", "remove_char_key"})

Made: TypeAlias = "dict[Path, tuple[str, Place]]"
"""The kind of each field ("" for several), with the place that says it."""


def captured(block: Block, ecs: str) -> Made:
    """What a grok filter makes; ``ecs`` is the mode of its pipeline or of its version, "" where neither is known."""
    match = block.param("match")
    found: Made = {}
    if "target" in block.names or match is None or match.data is None:
        return found
    for entry in value_entries(match.data):
        for pattern in entry.value.items:
            written = [
                *((one[1], "text" if one[2] is None else _KINDS.get(one[2], "text")) for one in _CAPTURE.finditer(pattern.text)),
                *((one[1], "text") for one in _GROUP.finditer(pattern.text)),
            ]
            known = {name for name, _ in written}
            inside = library_types(pattern.text, block, ecs)
            for name, kind in (
                *written,
                *((name, _KINDS.get(one or "string", "text")) for name, one in inside if name not in known),
            ):
                path = field_path(name)
                before = found.get(path, (kind, pattern.place))
                found[path] = (kind if before[0] == kind else "", before[1])
    return found


def dissected(block: Block) -> Made:
    """What a dissect filter makes."""
    converted = {entry.key.text: entry.value.text for entry in _entries(block, "convert_datatype")}
    named = [(one[1], entry.value.place) for entry in _entries(block, "mapping") for one in _DISSECTED.finditer(entry.value.text)]
    return {field_path(name): (_KINDS.get(converted.get(name, "string"), ""), place) for name, place in named}


def columns(block: Block) -> Made:
    """What csv makes of the columns that it has names for."""
    converted = {entry.key.text: entry.value.text for entry in _entries(block, "convert")}
    return {
        _below(block, one.text): (_KINDS.get(converted.get(one.text, "string"), ""), one.place)
        for one in _items(block, "columns")
    }


def pairs(block: Block) -> Made:
    """What kv makes of the keys that it has a list of."""
    if _RENAMES & set(block.names) or is_true(block, "recursive"):
        return {}
    prefix = block.value("prefix")
    return {_below(block, prefix + one.text): ("text", one.place) for one in _items(block, "include_keys") if "%{" not in prefix}


def converted(block: Block) -> Made:
    """What mutate makes of a field in place of what it was."""
    named = [entry for entry in _entries(block, "convert") if "%{" not in entry.key.text]
    return {
        **_texts(block, "replace"),
        **{field_path(one.key.text): (_KINDS.get(one.value.text, ""), one.place) for one in named},
    }


def added(block: Block) -> Made:
    """The texts that mutate adds once it is done."""
    return _texts(block, "add_field")


def named_after(block: Block) -> Iterator[str]:
    """The fields that a filter adds or removes once it has done its work."""
    yield from (item.text for item in _items(block, "remove_field"))
    yield from (entry.key.text for entry in _entries(block, "add_field"))


def _texts(block: Block, name: str) -> Made:
    given = [one for one in _entries(block, name) if "%{" not in one.key.text and one.value.kind is ValueKind.STRING]
    return {field_path(one.key.text): ("text", one.place) for one in given}


def _below(block: Block, name: str) -> Path:
    target = block.value("target")
    return (*field_path(target), name) if target else field_path(name)


def _entries(block: Block, name: str) -> list[EntryFact]:
    param: Param | None = block.param(name)
    return [] if param is None or param.data is None else value_entries(param.data)


def _items(block: Block, name: str) -> list[ValueFact]:
    param: Param | None = block.param(name)
    return [] if param is None or param.data is None else value_items(param.data)
