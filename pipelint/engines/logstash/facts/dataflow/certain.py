"""What is certain of fields for each event that comes to a plugin: followed through filters and outputs, as events pass them."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from typing import TypeVar

from pipelint.base.block import Block
from pipelint.base.lean.record import dataclass
from pipelint.engines.logstash.facts.field_writes import Path

Known = dict[Path, Block]
"""What is certain of fields: each with the plugin that has made it so."""

_Fact = TypeVar("_Fact")


@dataclass(frozen=True, slots=True)
class Follow:
    """How to follow fields: what is known ``after`` a filter, and in a branch that an event takes because of its ``conditions``.

    ``conditions`` are its own and those of the branches before it. A condition that asks for a field may say that it differs.
    """

    after: Callable[[Block, Known], Known]
    inside: Callable[[list[str], Known], Known]


def certain(root: Block, read: Callable[[Block, Known], Iterator[_Fact]], follow: Follow) -> Iterator[_Fact]:
    """What ``read`` says of each plugin, given what is known there; ``root`` holds pipelines. In the order of the config."""
    for pipeline in root.blocks:
        known: Known = {}
        for section in ("filter", "output"):
            for block in pipeline.blocks:
                if block.name == section:
                    known = yield from _plugins(block.blocks, known, read, follow, section == "filter")


def _plugins(
    blocks: tuple[Block, ...], known: Known, read: Callable[[Block, Known], Iterator[_Fact]], follow: Follow, filters: bool
) -> Generator[_Fact, None, Known]:
    """Returns what is known after them."""
    start = known
    taken: Known | None = None
    asked: list[str] = []
    for block in blocks:
        if block.name in ("if", "else if", "else"):
            if block.name == "if":
                start, taken, asked = known, None, []
            asked = [*asked, block.arg]
            end = yield from _plugins(block.blocks, follow.inside(asked, start), read, follow, filters)
            taken = end if taken is None else {path: by for path, by in taken.items() if path in end}
            # Where there is no else events may take none of the branches.
            known = taken if block.name == "else" else {path: by for path, by in taken.items() if path in start}
        else:
            yield from read(block, known)
            known = follow.after(block, known) if filters else known
    return known
