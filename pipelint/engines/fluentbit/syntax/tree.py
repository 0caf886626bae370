"""A config as plain data: what ``pipelint syntax`` prints."""

from __future__ import annotations

from typing import TypedDict

from pipelint.base.block import Block, Param
from pipelint.base.text.lines import lines_of


class Element(TypedDict):
    """One section: ``attrs`` holds ``[name, value, line]``, lines count from 1."""

    name: str
    arg: str
    attrs: list[tuple[str, str, int]]
    elements: list[Element]


def element(block: Block) -> Element:
    """A section with all in it. A key that stands in it twice is in ``attrs`` twice."""
    lines = lines_of(block.place.document.text)
    params = [item for item in block.items if isinstance(item, Param)]
    return {
        "name": block.name,
        "arg": block.arg,
        "attrs": [(each.name, each.value, lines.line(each.name_place.span.start)) for each in params],
        "elements": [element(inner) for inner in block.blocks],
    }
