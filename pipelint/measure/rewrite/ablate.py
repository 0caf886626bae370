"""The order in which stages are taken away: from the end, so that what is left meets the same events as before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipelint.graph.stage import Kind, Stage
from pipelint.measure.rewrite.draft import Draft

if TYPE_CHECKING:
    from pipelint.engines.launch import Launch
    from pipelint.language.config import Config

_TAKEN = (Kind.OUTPUT, Kind.FILTER, Kind.PARSE)


def backwards(config: Config) -> list[Stage]:
    """Outputs, filters and parsers that events can reach, each before those that its events come from."""
    graph = config.graph
    left = [stage for stage in graph.stages if stage.kind in _TAKEN and stage.index not in graph.unreachable]
    # A parser works before all that comes after its source or filter.
    after = {stage: {each.index for each in graph.after(_head(config, stage))} for stage in left}
    found: list[Stage] = []
    while left:
        waiting = {stage.index for stage in left}
        free = [stage for stage in left if not (after[stage] & waiting) - {stage.index}]
        stage = (free or left)[-1]
        left.remove(stage)
        found.append(stage)
    return [stage for stage in found if _alone(config, stage)]


def variants(config: Config, launch: Launch) -> list[tuple[tuple[Stage, ...], Draft]]:
    """The config, and what is left of it after each step, with the stages that are gone by then. Raises LaunchError."""
    draft = Draft(config)
    gone: tuple[Stage, ...] = ()
    found = [(gone, draft.copy())]
    for stage in backwards(config):
        now = draft.of.get(stage.index)
        if now is not None and draft.without(draft.config.graph.stages[now], launch):
            gone = (*gone, stage)
            found.append((gone, draft.copy()))
    return found


def _head(config: Config, stage: Stage) -> Stage:
    return config.graph.stages[stage.parent] if stage.kind is Kind.PARSE and stage.parent is not None else stage


def _alone(config: Config, stage: Stage) -> bool:
    """Whether it is more than a part of what goes with it: a filter's parser goes with the filter."""
    return stage.kind is not Kind.PARSE or _head(config, stage).kind is Kind.SOURCE
