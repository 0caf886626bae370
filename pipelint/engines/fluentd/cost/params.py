"""Reading parameters as Fluentd does, for the cost rules."""

from __future__ import annotations

from pipelint.base.block import Block
from pipelint.engines.fluentd.types import boolean


def is_true(block: Block, name: str) -> bool:
    """Whether a parameter is there and true."""
    return name in block.params and boolean(block.value(name)) is True


def is_false(block: Block, name: str) -> bool:
    """Whether a parameter is there and false."""
    return name in block.params and boolean(block.value(name)) is False


def words(block: Block, name: str) -> tuple[str, ...]:
    """The entries of a parameter that is a list of names."""
    return entries(block.value(name))


def entries(text: str) -> tuple[str, ...]:
    """The entries of a comma list or a JSON array of names."""
    text = text.strip().strip("[]")
    return tuple(w for w in (part.strip().strip("\"'") for part in text.split(",")) if w)
