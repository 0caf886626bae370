"""Statistics of a running engine as a table, the plugins that take longest first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pipelint.base.text.locate import locate
from pipelint.base.text.printable import printable
from pipelint.graph.stage import Stage
from pipelint.report.numbers import rate
from pipelint.stats.model import PipelineStats, PluginStats, Row, Snapshot, rows
from pipelint.stats.remarks import named

_HEADS = ("time (ms)", "share", "events in", "out", "ms/event", "events/ms")
_MOST_THREADS = 10


def render_text(found: Snapshot, stages: Mapping[PluginStats, Stage]) -> str:
    """The table of each pipeline, and of the hot threads."""
    lines = [line for pipeline in found.pipelines for line in (*_table(pipeline, found, stages), "")]
    if found.threads:
        lines += [*_threads(found), ""]
    return printable("\n".join(lines), keep="\n") + "\n"


def _table(pipeline: PipelineStats, found: Snapshot, stages: Mapping[PluginStats, Stage]) -> Iterator[str]:
    yield _title(pipeline, found)
    if not pipeline.plugins:
        return
    sizes = any(each.bytes for each in pipeline.plugins)
    rate_head = ("events/s",) if found.seconds else ()
    size_head = ("bytes/s" if found.seconds else "bytes",) if sizes else ()
    table = [((*_HEADS, *rate_head, *size_head), "plugin")]
    for row in rows(pipeline):
        stats = row.stats
        cells = (
            _number(stats.ms), "" if row.share is None else f"{row.share:.1%}", _number(stats.came), _number(stats.went),
            "" if row.ms_per_event is None else f"{row.ms_per_event:.4f}",
            "" if row.events_per_ms is None else f"{row.events_per_ms:.2f}",
            *((_speed(row, found),) if found.seconds else ()), *((_size(stats, found),) if sizes else ()),
        )  # fmt: skip
        table.append((cells, f"{named(stats)}{_where(stages.get(stats))}"))
    # No wider than they must be, and none without a value: what stands at the right is what is looked for.
    columns = [column for column in zip(*(cells for cells, _ in table), strict=True) if any(column[1:])]
    widths = [max(map(len, column)) for column in columns]
    for number, (_, last) in enumerate(table):
        yield "  ".join([*(f"{column[number]:>{width}}" for column, width in zip(columns, widths, strict=True)), last])


def _title(pipeline: PipelineStats, found: Snapshot) -> str:
    name = f"pipeline {pipeline.name}" if pipeline.name else found.engine
    parts = []
    if pipeline.came is not None and pipeline.went is not None:
        parts.append(f"{pipeline.came:,} events in, {pipeline.went:,} out")
    if pipeline.ms is not None:
        parts.append(f"{pipeline.ms / 1000:,.1f} s of its workers{_busy(pipeline, found)}")
    if found.seconds:
        parts.append(f"in {found.seconds:,.0f} s")
        if pipeline.went is not None:
            parts.append(f"{rate(pipeline.went / found.seconds)} events/s")
    return ": ".join([name, ", ".join(parts)]) if parts else name


def _busy(pipeline: PipelineStats, found: Snapshot) -> str:
    """How much of its workers' time that is, where their number is known."""
    if not (pipeline.workers and found.seconds and pipeline.ms):
        return ""
    return f" ({pipeline.ms / 1000 / found.seconds / pipeline.workers:.0%} of {pipeline.workers})"


def _threads(found: Snapshot) -> Iterator[str]:
    yield "hot threads: % of a CPU since the start, and where they were just now"
    for each in found.threads[:_MOST_THREADS]:
        where = f"{each.kind.value} {each.plugin}" if each.kind else ""
        yield f"{each.percent:7.2f}%  {each.state:<13} {each.name:<24} {where}".rstrip()


def _speed(row: Row, found: Snapshot) -> str:
    events = row.stats.came if row.stats.came is not None else row.stats.went
    return "" if events is None or not found.seconds else rate(events / found.seconds)


def _size(stats: PluginStats, found: Snapshot) -> str:
    return "" if stats.bytes is None else _number(stats.bytes / (found.seconds or 1))


def _where(stage: Stage | None) -> str:
    return "" if stage is None else f"  {stage.place.document.file.path}:{locate(stage.place).start.line}"


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:,.0f}"
