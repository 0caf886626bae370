"""Reading parameters as Fluent Bit does, for the cost rules."""

from __future__ import annotations

from pipelint.base.block import Block, Param
from pipelint.engines.fluentbit import types


def values(block: Block, *names: str) -> list[str]:
    """The values of parameters that may be given several times, in their order."""
    return [item.value for item in block.items if isinstance(item, Param) and item.name in names]


def listed(block: Block, name: str) -> list[str]:
    """The items of lists with commas between them."""
    return [item for value in values(block, name) for item in types.parts(value)]


def is_on(block: Block, name: str, *, default: bool = False) -> bool:
    """A switch."""
    found = types.boolean(block.value(name))
    return default if found is None else found
