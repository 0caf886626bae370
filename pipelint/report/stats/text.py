"""Statistics of a running engine as a table, the plugins that take longest first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pipelint.base.text.locate import locate
from pipelint.base.text.printable import printable
from pipelint.graph.stage import Kind, Stage
from pipelint.report.numbers import counted, rate
from pipelint.stats.model import PipelineStats, PluginStats, Row, Snapshot, rows

_HEADS = (("time (ms)", 11), ("share", 6), ("events in", 12), ("out", 12), ("ms/event", 9), ("events/ms", 9))
# An output that takes more than this of the workers' time holds the others.
_HOLDS = 0.5


def render_text(found: Snapshot, stages: Mapping[PluginStats, Stage]) -> str:
    """The table of each pipeline, and what is to be read off it."""
    lines = [line for pipeline in found.pipelines for line in (*_table(pipeline, found, stages), *_notes(pipeline), "")]
    if found.heap_percent is not None:
        gc = (
            ""
            if found.gc_ms is None or not found.seconds
            else f", {found.gc_ms / found.seconds / 10:.1f}% of the time in its garbage collection"
        )
        lines.append(f"JVM: {found.heap_percent:.0f}% of its heap is used{gc}")
    return printable("\n".join(lines).rstrip("\n"), keep="\n") + "\n"


def _table(pipeline: PipelineStats, found: Snapshot, stages: Mapping[PluginStats, Stage]) -> Iterator[str]:
    yield _title(pipeline, found)
    speed = " " + f"{'events/s':>9}" if found.seconds else ""
    yield " ".join(f"{name:>{width}}" for name, width in _HEADS) + speed + "  plugin"
    for row in rows(pipeline):
        stats = row.stats
        cells = (
            _number(stats.ms), "" if row.share is None else f"{row.share:.1%}", _number(stats.came), _number(stats.went),
            "" if row.ms_per_event is None else f"{row.ms_per_event:.4f}",
            "" if row.events_per_ms is None else f"{row.events_per_ms:.2f}",
        )  # fmt: skip
        left = " ".join(f"{cell:>{width}}" for cell, (_, width) in zip(cells, _HEADS, strict=True))
        yield f"{left}{_speed(row, found)}  {_name(stats, stages.get(stats))}"


def _title(pipeline: PipelineStats, found: Snapshot) -> str:
    name = f"pipeline {pipeline.name}" if pipeline.name else found.engine
    parts = []
    if pipeline.came is not None and pipeline.went is not None:
        parts.append(f"{pipeline.came:,} events in, {pipeline.went:,} out")
    if pipeline.ms is not None:
        parts.append(f"{pipeline.ms / 1000:,.1f} s of its workers")
    if found.seconds:
        parts.append(f"in {found.seconds:,.0f} s")
        if pipeline.went is not None:
            parts.append(f"{rate(pipeline.went / found.seconds)} events/s")
    return ": ".join([name, ", ".join(parts)]) if parts else name


def _speed(row: Row, found: Snapshot) -> str:
    if not found.seconds:
        return ""
    events = row.stats.came if row.stats.came is not None else row.stats.went
    return " " + ("" if events is None else rate(events / found.seconds)).rjust(9)


def _name(stats: PluginStats, stage: Stage | None) -> str:
    where = "" if stage is None else f"  {stage.place.document.file.path}:{locate(stage.place).start.line}"
    return f"{stats.kind.value} {stats.plugin} {stats.id}{where}"


def _notes(pipeline: PipelineStats) -> Iterator[str]:
    """What the article on tuning Logstash reads off by hand, and what waits in buffers."""
    if pipeline.waited_ms is not None and pipeline.ms is not None and pipeline.waited_ms > pipeline.ms:
        waited, worked = f"{pipeline.waited_ms / 1000:,.1f} s", f"{pipeline.ms / 1000:,.1f} s"
        yield f"note: inputs waited {waited} to hand over events, filters and outputs worked {worked}: the latter are too slow"
    for row in rows(pipeline):
        stats = row.stats
        if stats.kind is Kind.OUTPUT and row.share is not None and row.share > _HOLDS:
            yield f"note: {stats.plugin} {stats.id} has {row.share:.0%} of the workers' time; the other outputs wait for it"
        said = []
        if stats.queued_bytes:
            said.append(f"{stats.queued_bytes:,} bytes wait in its buffer")
        if stats.failed:
            said.append(f"{counted(stats.failed, 'write')} failed")
        if stats.retries:
            said.append(f"it is at retry {stats.retries:,}")
        if said:
            yield f"note: {stats.plugin} {stats.id}: {', '.join(said)}"


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:,.0f}"
