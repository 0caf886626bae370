"""What the values of a section hold, as one text: to look for a word in it is quicker than in each value."""

from __future__ import annotations

from collections.abc import Iterable

from pipelint.base.block import Block, Param


def all_values(block: Block) -> str:
    """The values of a section and of all inside it, a line each."""
    return lines(_params(block))


def marked_values(block: Block) -> str:
    """Those with an @ alone."""
    return lines(_params(block), "@")


def any_label(block: Block) -> bool:
    """Whether a label may be any in it, since Ruby gives it."""
    return gives_label(_params(block))


def lines(params: Iterable[Param], mark: str = "") -> str:
    """The values with a mark in them, a line each."""
    return "\n".join([param.value for param in params if mark in param.value])


def gives_label(params: Iterable[Param]) -> bool:
    """Whether Ruby gives a label."""
    return any(param.embedded and param.name.endswith("label") for param in params)


def _params(block: Block) -> list[Param]:
    return [param for inner in block.walk() for param in inner.params.values()]
