"""The way of events: which stages feed one, and which take what it emits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from pipelint.engines.parts import parts_of
from pipelint.graph.stage import Kind
from pipelint.language.cursor import cursor_at, within
from pipelint.lsp.answers.navigate.found import Found

if TYPE_CHECKING:
    from pipelint.base.text.document import Place
    from pipelint.graph.stage import Stage, StageGraph
    from pipelint.language.config import Config


def flow_at(config: Config, place: Place) -> Found | None:
    """The stage whose opening or tag stands at a place: what feeds it, and what takes its events."""
    found = _opened_at(config, place)
    if found is None:
        return None
    stage, here = found
    heads = [tuple(each.place for each in side) for side in (feeders(config.graph, stage), takers(config.graph, stage))]
    return Found(here, heads[0], heads[1], (stage.place,))


def stage_at(config: Config, place: Place) -> Stage | None:
    """The stage in whose section, or one inside it, a place is; of its parts the whole one."""
    stages = {id(stage.block): stage for stage in config.graph.stages}
    blocks = reversed(cursor_at(config.root, place).blocks)
    found = next((stages[id(block)] for block in blocks if id(block) in stages), None)
    return None if found is None else whole(config.graph, found)


def whole(graph: StageGraph, stage: Stage) -> Stage:
    """The stage that events go through: of a parser its source or filter, of a buffer its output."""
    while stage.parent is not None and stage.kind is not Kind.OUTPUT:
        stage = graph.stages[stage.parent]
    return stage


def feeders(graph: StageGraph, stage: Stage) -> list[Stage]:
    """The stages right before one, and the sources of its events."""
    before = [graph.stages[edge.source] for edge in graph.edges if edge.target == stage.index]
    return _distinct([*before, *graph.sources(stage)])


def takers(graph: StageGraph, stage: Stage) -> list[Stage]:
    """Of a stage that emits events all stages that these pass; of another one those right after it."""
    routes = [route for route in graph.routes if route.origin == stage.index]
    on_routes = [index for route in routes for index in (*(passed for passed, _ in route.filters), route.target)]
    after = on_routes or [edge.target for edge in graph.edges if edge.source == stage.index]
    return _distinct(graph.stages[index] for index in after if index is not None)


def _opened_at(config: Config, place: Place) -> tuple[Stage, Place] | None:
    """The stage whose opening, or the parameter with whose tag, a place is in; and that opening or value."""
    cursor = cursor_at(config.root, place)
    here = next(_openings(cursor.block.arg_place, cursor.block.head_place, place), None)
    if here is None and cursor.param is not None and cursor.param.name in parts_of(config).editing.tag_params:
        here = cursor.param.place
    elif here is not None and not any(stage.block is cursor.block for stage in config.graph.stages):
        return None
    stage = None if here is None else stage_at(config, place)
    return None if stage is None or here is None else (stage, here)


def _openings(arg: Place, head: Place, place: Place) -> Iterator[Place]:
    yield from (each for each in (arg, head) if len(each.span) and within(each, place))


def _distinct(stages: Iterable[Stage]) -> list[Stage]:
    return list({stage.index: stage for stage in stages}.values())
