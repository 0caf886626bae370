"""The formats of the parsers regexp and multiline, and the parsers of multi_format."""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.block import Block, Param

LINE_FORMATS = tuple(f"format{number}" for number in range(1, 21))
"""What the multiline parser joins (``Fluent::Plugin::MultilineParser::FORMAT_MAX_NUM``)."""


def regexp_name(block: Block) -> str:
    """The parameter with the regex of the regexp parser: ``format`` was its name in 0.12."""
    return "expression" if block.value("expression") else "format"


def line_formats(block: Block) -> tuple[Param, ...]:
    """The formats of the multiline parser in their order, up to a number that is not there."""
    found: list[Param] = []
    for name in LINE_FORMATS:
        param = block.param(name)
        if param is None:
            break
        found.append(param)
    return tuple(found)


def alternative_parsers(block: Block) -> Iterator[tuple[str, Block]]:
    """The parsers of multi_format with their sections; a bare regex in ``format`` is a parser by itself."""
    for section in block.blocks:
        if section.name == "pattern":
            name = section.value("format") or section.value("@type")
            yield ("regexp" if name.startswith("/") else name), section
