"""The fields that an event may have at a place, for completion: those that stages before it set."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from pipelint.facts.editing.fields import emitting
from pipelint.language.cursor import cursor_at
from pipelint.language.editing import FieldUse, How, Item, ItemKind

if TYPE_CHECKING:
    from pipelint.base.text.document import Place
    from pipelint.graph.stage import Stage
    from pipelint.language.config import Config

Path = tuple[str, ...]


def stage_around(config: Config, place: Place) -> Stage | None:
    """The innermost stage whose section a place is in."""
    stages = {id(stage.block): stage for stage in config.graph.stages}
    blocks = reversed(cursor_at(config.root, place).blocks)
    return next((stages[id(block)] for block in blocks if id(block) in stages), None)


def set_before(config: Config, place: Place, uses: Iterable[FieldUse]) -> list[Path]:
    """The fields that are set and not removed before a place: by stages whose events come there, in none by those above it."""
    stage = stage_around(config, place)
    index = None if stage is None else emitting(config.graph, stage.index)
    before = None if index is None else {each.index for each in config.graph.before(config.graph.stages[index])}
    order = {id(document): number for number, document in enumerate(config.documents)}
    here = order.get(id(place.document), 0), place.span.start
    found: dict[Path, None] = {}
    for use in sorted(uses, key=lambda use: (use.stage, use.how is How.REMOVES)):
        above = (order.get(id(use.place.document), 0), use.place.span.end) < here
        if above if before is None else use.stage in before:
            if use.how is How.SETS:
                found[use.path] = None
            elif use.how is How.REMOVES:
                found.pop(use.path, None)
    return list(found)


def items(paths: Iterable[Path], typed: str) -> Iterator[Item]:
    """Fields after a reference that is begun as ``[a][b`` or ``a``: keys inside of what is typed, or whole references."""
    parents, bracket, _ = _begun(typed)
    found: dict[str, None] = {}
    for path in paths:
        if path[: len(parents)] != parents or len(path) <= len(parents):
            continue
        if bracket:
            found[path[len(parents)]] = None
        elif not parents:
            found[path[0] if len(path) == 1 else "".join(f"[{key}]" for key in path)] = None
    yield from (Item(name, ItemKind.FIELD) for name in found)


def _begun(typed: str) -> tuple[Path, bool, str]:
    """The keys that are closed, whether another one is open, and what is typed of that."""
    closed, bracket, rest = typed.rpartition("[")
    parents = tuple(key for key in closed.replace("]", "[").split("[") if key)
    return parents, bool(bracket), rest
