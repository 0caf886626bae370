"""Snapshots of a running engine, what lies between two of them, and the rows that come of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from pipelint.base.lean.record import dataclass, field, replace
from pipelint.graph.stage import Kind

JsonMap = Mapping[str, object]


class StatsError(ValueError):
    """What cannot be used as statistics, in words."""


@dataclass(frozen=True, slots=True)
class PluginStats:
    """A plugin so far. ``ms``: milliseconds that workers spent in it; ``waited_ms``: that an input waited to hand over events.

    ``queued_bytes``, ``retries`` and ``failed`` are an output's: bytes in its buffer now, retries now, writes that failed. None
    is what the engine does not say.
    """

    kind: Kind
    plugin: str
    id: str
    came: int | None = None
    went: int | None = None
    ms: float | None = None
    waited_ms: float | None = None
    queued_bytes: int | None = None
    retries: int | None = None
    failed: int | None = None


@dataclass(frozen=True, slots=True)
class PipelineStats:
    """A pipeline so far: events that came, were filtered and went out; ms of its workers, and of inputs that waited for them."""

    name: str
    plugins: tuple[PluginStats, ...]
    came: int | None = None
    filtered: int | None = None
    went: int | None = None
    ms: float | None = None
    waited_ms: float | None = None


@dataclass(frozen=True, slots=True)
class Snapshot:
    """An engine so far. ``seconds``: since it was started (or between two snapshots), where that is known."""

    engine: str
    version: str
    pipelines: tuple[PipelineStats, ...]
    seconds: float | None = None
    heap_percent: float | None = None
    gc_ms: float | None = None


class Monitor(Protocol):
    """Reads what an engine's monitoring API answers."""

    def snapshot(self, answer: JsonMap) -> Snapshot | None:
        """The statistics in an answer, None where it is none of this engine's."""

    def log(self, text: str) -> Snapshot | None:
        """The statistics in lines of the engine's own log, None where there are none."""


# Counts grow; the others are of a moment.
_COUNTS = ("came", "went", "ms", "waited_ms", "failed")
_TOTALS = ("came", "filtered", "went", "ms", "waited_ms")


def between(first: Snapshot, second: Snapshot, seconds: float | None = None) -> Snapshot:
    """What happened from one snapshot to a later one. ``seconds`` counts where the snapshots do not know their times.

    Raises StatsError where the engine was started anew, or it is another one.
    """
    if first.engine != second.engine:
        raise StatsError("the two are of different engines")
    if first.seconds is not None and second.seconds is not None:
        seconds = second.seconds - first.seconds
        if seconds <= 0:
            raise StatsError("the second is not later than the first, or the engine was started anew")
    known = {pipeline.name: pipeline for pipeline in first.pipelines}
    return replace(
        second,
        pipelines=tuple(_later(known.get(each.name), each) for each in second.pipelines),
        seconds=seconds,
        gc_ms=_less(second.gc_ms, first.gc_ms),
    )


def _later(before: PipelineStats | None, after: PipelineStats) -> PipelineStats:
    if before is None:
        return after
    known = {(each.kind, each.id): each for each in before.plugins}
    plugins = []
    for each in after.plugins:
        old = known.get((each.kind, each.id))
        plugins.append(each if old is None else replace(each, **_differences(each, old, _COUNTS)))
    return replace(after, plugins=tuple(plugins), **_differences(after, before, _TOTALS))


def _differences(after: object, before: object, names: tuple[str, ...]) -> dict[str, Any]:
    return {name: _less(getattr(after, name), getattr(before, name)) for name in names}


def _less(after: float | None, before: float | None) -> float | None:
    if after is None or before is None:
        return after
    if after < before:
        raise StatsError(
            "its counts are lower than before: the second is not later than the first, or the engine was started anew"
        )
    return after - before


@dataclass(frozen=True, slots=True)
class Row:
    """A plugin in the table. ``share``: of the milliseconds of its pipeline; the others are by the events that came."""

    stats: PluginStats
    share: float | None = field(default=None)
    events_per_ms: float | None = field(default=None)
    ms_per_event: float | None = field(default=None)


def rows(pipeline: PipelineStats) -> list[Row]:
    """The plugins of a pipeline, those that took longest first; others stay in order."""
    return sorted((_row(each, pipeline.ms) for each in pipeline.plugins), key=lambda row: -(row.stats.ms or 0))


def _row(stats: PluginStats, total_ms: float | None) -> Row:
    # As the script of the Logstash tuning article has them: nothing is divided by nothing.
    if not stats.ms or not stats.came:
        return Row(stats)
    return Row(stats, stats.ms / total_ms if total_ms else None, stats.came / stats.ms, stats.ms / stats.came)
