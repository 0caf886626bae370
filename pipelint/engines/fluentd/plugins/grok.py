"""The grok and multiline_grok parsers: where their patterns are written."""

from __future__ import annotations

from pipelint.base.block import Block, Param


def grok_params(block: Block) -> tuple[Param, ...]:
    """The patterns of a parser in the order tried: ``grok_pattern``, and without it those of ``<grok>``."""
    alone = block.param("grok_pattern")
    params = [section.param("pattern") for section in block.blocks if section.name == "grok"] if alone is None else [alone]
    return tuple(param for param in params if param is not None)
