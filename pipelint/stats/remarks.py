"""What the numbers of a running engine say, in sentences: what is slow, what waits, and what is not the cause.

Each sentence follows from counts of the snapshot, or says "may". The thresholds and their reasons are in ``docs/stats.md``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pipelint.base.finding import Severity
from pipelint.base.lean.record import dataclass
from pipelint.base.quantity import counted
from pipelint.graph.stage import Kind
from pipelint.stats.model import HotThread, PipelineStats, PluginStats, Row, Snapshot, rows

# A stage that takes this share of its workers' time: without it they would do a third more; twice as much.
HOT, HOTTEST = 0.25, 0.5
# Of fewer milliseconds shares mean little: each batch is counted in whole ones.
LEAST_MS = 1_000.0
# Time that inputs waited against the time that workers worked.
SOME_WAITING, MUCH_WAITING = 0.1, 1.0
# G1, the JVM's usual collector, aims at 12 parts of work to one of collecting (GCTimeRatio), and enlarges the heap above.
MOST_GC = 1 / 13
FULL_HEAP = 90.0
# Of the time of threads that work: a tenth is left for waiting for the next chunk, or batch.
BUSY = 0.9
# Half of all that a thread can use.
HOT_THREAD = 50.0
# An id that Logstash has made is a hash of so many digits and more.
_MADE, _SHOWN, _HEX = 40, 8, frozenset("0123456789abcdef")


@dataclass(frozen=True, slots=True)
class Remark:
    """A sentence about a plugin of a pipeline, or about the whole engine. Without a ``severity`` it is only good to know.

    ``kind`` and ``plugin`` say which plugin is meant where its statistics are not there.
    """

    message: str
    code: str = ""
    name: str = ""
    severity: Severity | None = None
    reason: str = ""
    about: PluginStats | None = None
    pipeline: str = ""
    kind: Kind | None = None
    plugin: str = ""


def remarks(found: Snapshot) -> list[Remark]:
    """All that is to be said, in the order in which the article on tuning Logstash looks at it."""
    out = list(_memory(found))
    for pipeline in found.pipelines:
        out += _waiting(pipeline, found)
        out += _stages(pipeline, found.seconds)
        for stats in pipeline.plugins:
            out += _output(stats)
    return [*out, *_threads(found.threads)]


def _memory(found: Snapshot) -> Iterator[Remark]:
    """Whether the garbage collector or the heap is the cause."""
    heap, seconds = found.heap_percent, found.seconds
    if heap is None:
        return
    used = f"{heap:.0f}% of the heap is used"
    if found.gc_ms is None or not seconds:
        yield Remark(f"JVM: {used} just now")
        return
    share = found.gc_ms / 1000 / seconds
    took = f"its garbage collector took {share:.1%} of the time"
    if share >= MOST_GC:
        why = "while it collects, other threads mostly stand still; give the JVM more memory (-Xmx), or hold fewer events at once"
        yield Remark(f"JVM: {took}, {used} just now", "ST101", "garbage-collection", Severity.WARNING, why)
    elif heap >= FULL_HEAP:
        why = "a heap that fills up between two collections looks the same: look again"
        yield Remark(f"JVM: {used} just now, it may be too small; {took}", "ST102", "full-heap", Severity.INFO, why)
    else:
        yield Remark(f"JVM: {used} just now, {took}: memory is not what holds it back")


def _waiting(pipeline: PipelineStats, found: Snapshot) -> Iterator[Remark]:
    """Whether inputs wait for filters and outputs."""
    waited, worked = pipeline.waited_ms, pipeline.ms
    if waited is None or worked is None or worked < LEAST_MS:
        return
    said = f"waited {_seconds(waited)} to hand over events, filters and outputs worked {_seconds(worked)}"
    if waited < SOME_WAITING * worked and not (found.seconds and waited >= SOME_WAITING * found.seconds * 1000):
        yield Remark(f"inputs {said}: they do not wait for them", pipeline=pipeline.name)
        return
    # What waits for a disk waits in the same place.
    proved = _waits(pipeline, found.seconds) and not pipeline.persisted
    slow = "these are" if proved else "the queue's disk or these may be" if pipeline.persisted else "these may be"
    why = "the queue between them is full as long as they wait; more workers help only where CPUs are free or outputs wait"
    inputs = [each for each in pipeline.plugins if each.kind is Kind.SOURCE]
    longest = max(inputs, key=lambda each: each.waited_ms or 0, default=None)
    severity = Severity.WARNING if proved else Severity.INFO
    yield Remark(f"inputs {said}: {slow} too slow for them", "ST103", "inputs-wait", severity, why, longest, pipeline.name)


def _waits(pipeline: PipelineStats, seconds: float | None) -> bool:
    """Whether it is sure that inputs wait for filters and outputs: for long, or for some time while all workers work."""
    waited, worked = pipeline.waited_ms, pipeline.ms
    if waited is None or worked is None:
        return False
    time = (seconds or 0) * 1000
    busy = bool(pipeline.workers and time) and worked >= BUSY * time * (pipeline.workers or 0)
    return waited >= MUCH_WAITING * worked or (busy and waited >= SOME_WAITING * time)


def _stages(pipeline: PipelineStats, seconds: float | None) -> Iterator[Remark]:
    """The stages that take most of the workers' time; of an output what waits for it."""
    if pipeline.ms is None or pipeline.ms < LEAST_MS:
        return
    others = sum(1 for each in pipeline.plugins if each.kind is Kind.OUTPUT and each.came) - 1
    for row in rows(pipeline):
        stats, share = row.stats, row.share
        if share is None or share < HOT or stats.kind is Kind.SOURCE:
            continue
        said = f"{named(stats)} takes {share:.0%} of the workers' time, {_each(row)}"
        severity = Severity.WARNING if share >= HOTTEST and _waits(pipeline, seconds) else Severity.INFO
        if stats.kind is Kind.OUTPUT and share >= HOTTEST and others > 0:
            held = "the other output waits" if others == 1 else f"the {others} other outputs wait"
            why = "a worker gives its events to one output after the other, and goes on when the output is done with them"
            yield Remark(f"{said}: {held} for it", "ST105", "output-holds-others", severity, why, stats, pipeline.name)
        elif share < 1:
            why = f"if it took no time, the same workers could do {1 / (1 - share):.1f} times as many events"
            yield Remark(said, "ST104", "hot-stage", severity, why, stats, pipeline.name)


def _each(row: Row) -> str:
    per_event = row.ms_per_event or 0
    return f"{per_event:.3g} ms an event" if per_event >= 0.1 else f"{per_event * 1000:.3g} µs an event"


def _output(stats: PluginStats) -> Iterator[Remark]:
    """What an output could not write."""
    if stats.queued_bytes:
        yield Remark(f"{named(stats)}: {stats.queued_bytes:,} bytes wait in its buffer", about=stats)
    if stats.dropped:
        said = f"{named(stats)} dropped {counted(stats.dropped, 'event')}"
        yield Remark(said, "ST107", "dropped-events", Severity.WARNING, "they are lost: nobody sends them again", stats)
    failed = f"{counted(stats.failed, 'write')} failed" if stats.failed else ""
    if stats.retries:
        why = "its receiver refuses what it sends, or cannot be reached; its buffer grows meanwhile"
        said = f"{named(stats)} is at retry {stats.retries:,}{failed and f', {failed}'}"
        yield Remark(said, "ST106", "failing-output", Severity.WARNING, why, stats)
    elif failed or stats.refused:
        said = failed or f"its receiver refused {counted(stats.refused or 0, 'event')}, which it sends again"
        yield Remark(f"{named(stats)}: {said}", "ST106", "failing-output", Severity.INFO, about=stats)


def busy_outputs(found: Snapshot, writers: Mapping[PluginStats, int]) -> Iterator[Remark]:
    """Outputs whose own threads, so many of each, write nearly all the time."""
    for stats, count in writers.items():
        share = stats.ms / 1000 / found.seconds / count if stats.ms and found.seconds else 0
        if stats.kind is Kind.OUTPUT and share >= BUSY:
            own = "flush thread writes" if count == 1 else f"{count} flush threads write"
            why = "it cannot write much more: larger chunks, more of these threads, or a receiver that answers sooner"
            said = f"{named(stats)}: its {own} {min(share, 1):.0%} of the time"
            yield Remark(said, "ST109", "busy-output", Severity.WARNING, why, stats)


def _threads(threads: tuple[HotThread, ...]) -> Iterator[Remark]:
    """Which threads are hot, and in which plugin they were."""
    hot = [each for each in threads if each.percent >= HOT_THREAD]
    groups: dict[tuple[str, Kind | None, str], list[HotThread]] = {}
    for each in hot:
        groups.setdefault((each.pipeline, each.kind, each.plugin if each.kind else each.name), []).append(each)
    for (pipeline, kind, plugin), group in groups.items():
        least, most = min(each.percent for each in group), max(each.percent for each in group)
        if len(group) == 1:
            said = f"thread {group[0].name} used {most:.0f}% of a CPU since the start, and was"
        else:
            used = f"used {least:.0f}% to {most:.0f}% of a CPU each since the start"
            said = f"{len(group)} threads of pipeline {pipeline} {used}, and were"
        if kind is None:
            yield Remark(f"{said} in no plugin just now", pipeline=pipeline)
            continue
        why = "where a thread is just now is one look; it may have spent its time elsewhere: look again"
        where = f"{said} in {kind.value} {plugin} just now"
        yield Remark(where, "ST108", "hot-thread", Severity.INFO, why, None, pipeline, kind, plugin)
    if threads and not hot:
        busiest = max(threads, key=lambda each: each.percent)
        said = f"no thread used half of a CPU since the start: most did {busiest.name}, {busiest.percent:.0f}%"
        yield Remark(said)


def named(stats: PluginStats) -> str:
    """``filter grok web``: its kind, its name, its id; of an id that the engine has made the first digits."""
    made = len(stats.id) >= _MADE and not set(stats.id) - _HEX
    return " ".join(filter(None, (stats.kind.value, stats.plugin, stats.id[:_SHOWN] if made else stats.id)))


def _seconds(ms: float) -> str:
    return f"{ms / 1000:,.1f} s"
