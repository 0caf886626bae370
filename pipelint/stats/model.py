"""Snapshots of a running engine, what lies between two of them, and the rows that come of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeVar

from pipelint.base.lean.record import dataclass, field, replace
from pipelint.graph.stage import Kind, Stage

JsonMap = Mapping[str, object]
Number = TypeVar("Number", int, float)


class StatsError(ValueError):
    """What cannot be used as statistics, in words."""


class NotThereError(StatsError):
    """Somebody answers, but not at this address."""


@dataclass(frozen=True, slots=True, eq=False)
class PluginStats:
    """A plugin so far, compared by identity: two pipelines may have the same of theirs.

    ``ms``: milliseconds that workers spent in it; ``waited_ms``: that an input waited to hand over events.
    ``bytes``: what an input read, or an output wrote. ``files``: of an input that reads files the position in each, by a name
    that a new file of the same path does not have. ``works``: its ms are all work, and no waiting. The rest is an output's:
    ``queued_bytes`` in its buffer and ``retries`` now, writes that ``failed``, events that were ``refused`` (and are sent
    again) or ``dropped``. None is what nobody says.
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
    refused: int | None = None
    dropped: int | None = None
    bytes: int | None = None
    files: tuple[tuple[str, int], ...] = ()
    works: bool = False


@dataclass(frozen=True, slots=True)
class PipelineStats:
    """A pipeline so far: events that came, were filtered and went out; ms of its workers, and of inputs that waited for them.

    ``workers``: how many it has, where that is said. ``persisted``: its queue is on a disk.
    """

    name: str
    plugins: tuple[PluginStats, ...]
    came: int | None = None
    filtered: int | None = None
    went: int | None = None
    ms: float | None = None
    waited_ms: float | None = None
    workers: int | None = None
    persisted: bool = False


@dataclass(frozen=True, slots=True)
class HotThread:
    """A thread, the ``percent`` of one CPU that it has used on average, and the plugin in which it was just then.

    ``kind`` is None where it was in no plugin; ``worker``: it is one of its pipeline's workers.
    """

    name: str
    percent: float
    state: str
    pipeline: str = ""
    worker: bool = False
    kind: Kind | None = None
    plugin: str = ""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """An engine so far. ``seconds``: since it was started (or between two snapshots), where that is known.

    ``threads``: those that have used most of the CPU since the start, most first.
    """

    engine: str
    version: str
    pipelines: tuple[PipelineStats, ...]
    seconds: float | None = None
    heap_percent: float | None = None
    gc_ms: float | None = None
    threads: tuple[HotThread, ...] = ()


class Monitor(Protocol):
    """Reads what an engine's monitoring API answers."""

    @property
    def paths(self) -> tuple[str, ...]:
        """Where that is asked; the first one that answers counts."""

    def snapshot(self, answer: JsonMap) -> Snapshot | None:
        """The statistics in an answer, None where it is none of this engine's."""

    def text(self, text: str) -> Snapshot | None:
        """The statistics in a text: lines of the engine's own log, metrics, an answer for people. None where there are none."""

    def writers(self, stage: Stage, parts: Sequence[Stage]) -> int | None:
        """Threads that an output's ms are of; ``parts`` are its. None where these are not its own, or nobody knows them."""


# Counts grow; the others are of a moment.
_COUNTS = ("came", "went", "ms", "waited_ms", "failed", "refused", "dropped")
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
        plugins.append(each if old is None else replace(each, bytes=_read(each, old), **_differences(each, old, _COUNTS)))
    return replace(after, plugins=tuple(plugins), **_differences(after, before, _TOTALS))


def _read(after: PluginStats, before: PluginStats) -> int | None:
    """The bytes between two snapshots: of files what was read of each, at least; a new or cut one was read from its beginning."""
    if not after.files:
        return _less(after.bytes, before.bytes)
    known = dict(before.files)
    return sum(at - known[name] if name in known and at >= known[name] else at for name, at in after.files)


def _differences(after: object, before: object, names: tuple[str, ...]) -> dict[str, Any]:
    return {name: _less(getattr(after, name), getattr(before, name)) for name in names}


def _less(after: Number | None, before: Number | None) -> Number | None:
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
