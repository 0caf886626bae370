"""What a traffic profile has of single stages, measured where the config runs, and how it changes what is predicted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from pipelint.cost.events.traffic import StageTraffic
from pipelint.cost.events.work import scale
from pipelint.graph.stage import Kind, Stage

if TYPE_CHECKING:
    from pipelint.cost.events.work import StageLoad


class Measured:
    """The rows of a profile, by the stages that they are of. ``missing`` says in words which are of none."""

    def __init__(self, stages: Iterable[Stage], rows: Sequence[StageTraffic]) -> None:
        self._rows = _by_stage(stages, rows) if rows else {}
        found = {id(row) for row in self._rows.values()}
        names = [" ".join(filter(None, (row.kind, row.plugin, row.id))) for row in rows if id(row) not in found]
        self.missing = (f"nothing of stages that only the traffic profile has: {', '.join(names)}",) if names else ()

    def events(self, stage: Stage) -> float | None:
        """The events that come to a stage for each line; None where nobody counted them."""
        row = self._rows.get(stage.index)
        return None if row is None else row.events

    def share(self, stage: Stage, events: float) -> float | None:
        """The share of ``events`` that come to a stage."""
        came = self.events(stage)
        return came if came is None else min(1.0, came / events) if events else 0.0

    def weights(self, sources: Sequence[Stage], weights: Sequence[float]) -> list[float] | None:
        """What each source reads, of those that have a weight; None where one of them was not counted."""
        read = [self.events(source) if weight else 0.0 for source, weight in zip(sources, weights, strict=True)]
        known = [events for events in read if events is not None]
        return known if len(known) == len(read) and any(known) else None

    def correct(self, load: StageLoad) -> None:
        """Puts what was measured in the place of what was predicted. The parts of a stage do as many events as it does."""
        stage, row = load.stage, self._rows.get(load.stage.index)
        whole = row if row is not None or stage.parent is None else self._rows.get(stage.parent)
        # What sources read was their weight.
        if whole is not None and whole.kind != Kind.SOURCE.value and whole.events is not None and load.events:
            load.terms = scale(load.terms, whole.events / load.events)
            load.events = whole.events
        load.us = None if row is None else row.us


def _by_stage(stages: Iterable[Stage], rows: Sequence[StageTraffic]) -> dict[int, StageTraffic]:
    """By ids, the rest in order where the config has as many of that plugin."""
    # Imported here: few estimates have a profile.
    from pipelint.stats.match import matched_by_pipeline
    from pipelint.stats.model import PluginStats

    # Each row is a plugin of its own, as these are compared by identity.
    known = {PluginStats(Kind(row.kind), row.plugin, row.id): row for row in rows}
    pipelines: dict[str, list[PluginStats]] = {}
    for plugin, row in known.items():
        pipelines.setdefault(row.pipeline, []).append(plugin)
    return {stage.index: known[plugin] for plugin, stage in matched_by_pipeline(pipelines.items(), stages).items()}
