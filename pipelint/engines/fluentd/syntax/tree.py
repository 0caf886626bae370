"""The parsed config as plain data, in the shape of Fluentd's own elements: what ``pipelint syntax`` prints."""

from __future__ import annotations

from typing import TypedDict

from pipelint.base.block import Block
from pipelint.base.text.lines import lines_of


class Element(TypedDict):
    """One section: ``attrs`` holds ``[name, value, line]``, lines count from 1."""

    name: str
    arg: str | None
    attrs: list[tuple[str, str, int]]
    elements: list[Element]


def element(block: Block) -> Element:
    """``block`` as Fluentd's parser gives it; an ``@include`` is an element of that name with the path as its argument.

    Depth is bounded by the parser.
    """
    lines = lines_of(block.place.document.text)
    attrs = [(p.name, p.value, lines.line(p.name_place.span.start)) for p in block.params.values()]
    return {
        "name": block.name,
        "arg": block.arg,
        "attrs": attrs,
        "elements": [element(inner) for inner in block.blocks],
    }
