"""Reading parameters as Fluentd does, for the cost rules."""

from __future__ import annotations

from pipelint.base.block import Block
from pipelint.engines.fluentd.types import array


def words(block: Block, name: str) -> tuple[str, ...]:
    """The entries of a list; none of one that Fluentd refuses."""
    try:
        return tuple(array(block.value(name)))
    except ValueError:
        return ()
