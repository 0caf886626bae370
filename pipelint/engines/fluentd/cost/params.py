"""Reading parameters as Fluentd does, for the cost rules."""

from __future__ import annotations

from pipelint.base.block import Block
from pipelint.engines.fluentd.types import array, integer


def words(block: Block, name: str) -> tuple[str, ...]:
    """The entries of a list; none of one that Fluentd refuses."""
    try:
        return tuple(array(block.value(name)))
    except ValueError:
        return ()


def number(block: Block, name: str, default: float) -> float:
    """A positive integer parameter, or ``default``."""
    read = integer(block.value(name)) or 0
    return float(read) if read > 0 else default
