"""The parsed pipeline as plain data, in the shape that ``pipelint syntax`` prints for every engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypedDict

from pipelint.base.block import Block, Param
from pipelint.base.text.lines import Lines, lines_of
from pipelint.base.value import Value, ValueKind

Plain = str | list["Plain"] | Mapping[str, "Plain"]
"""A value: strings, barewords and numbers as text, an array as a list, a hash as an object."""


class Element(TypedDict):
    """A section, plugin, codec or branch: ``attrs`` holds ``[name, value, line]``, lines count from 1."""

    name: str
    arg: str
    line: int
    attrs: list[tuple[str, Plain, int]]
    elements: list[Element]


def element(block: Block) -> Element:
    """``block`` with its settings as Logstash merges them, and what stands inside it. Depth is bounded by the parser."""
    return _element(block, lines_of(block.place.document.text))


def _element(block: Block, lines: Lines) -> Element:
    return {
        "name": block.name,
        "arg": block.arg,
        "line": lines.line(block.place.span.start),
        "attrs": [(p.name, _setting(p), lines.line(p.name_place.span.start)) for p in block.params.values()],
        "elements": [_element(inner, lines) for inner in block.blocks],
    }


def _setting(param: Param) -> Plain:
    return param.value if param.data is None else _plain(param.data)


def _plain(value: Value) -> Plain:
    match value.kind:
        case ValueKind.ARRAY:
            return [_plain(item) for item in value.items]
        case ValueKind.HASH:
            return {entry.key.text: _plain(entry.value) for entry in value.entries}
        case _:
            return value.text
