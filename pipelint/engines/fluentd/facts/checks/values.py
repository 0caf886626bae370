"""What the values of a section hold, as one text: to look for a word in it is quicker than in each value."""

from __future__ import annotations

from collections.abc import Iterable

from pipelint.base.block import Block, Param


def values_in(block: Block) -> tuple[str, str, bool]:
    """``told`` of a section and all inside it."""
    return told(param for inner in block.walk() for param in inner.params.values())


def told(params: Iterable[Param]) -> tuple[str, str, bool]:
    """The values with an @, and all, a line each; whether a label may be any since Ruby gives it."""
    every = list(params)
    texts = [param.value for param in every]
    marked = "\n".join([text for text in texts if "@" in text])
    return marked, "\n".join(texts), any(param.embedded and param.name.endswith("label") for param in every)
