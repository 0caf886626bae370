"""Statistics of a running engine as JSON; ``docs/json.md`` describes every field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pipelint.base.text.locate import locate
from pipelint.graph.stage import Stage
from pipelint.report.findings.json import dump
from pipelint.report.findings.parts.json_parts import JsonObject
from pipelint.stats.model import HotThread, PipelineStats, PluginStats, Row, Snapshot, rows
from pipelint.stats.remarks import Remark


def render_json(found: Snapshot, stages: Mapping[PluginStats, Stage], said: Sequence[tuple[Remark, Sequence[Stage]]]) -> str:
    """All of it, with a line feed. ``said``: the remarks, each with the stages that it may be about."""
    return dump(
        {
            "engine": found.engine,
            "engine_version": found.version or None,
            "seconds": found.seconds,
            "heap_percent": found.heap_percent,
            "gc_ms": found.gc_ms,
            "pipelines": [_pipeline(each, stages) for each in found.pipelines],
            "threads": [_thread(each) for each in found.threads],
            "findings": [_finding(remark, about) for remark, about in said if remark.severity is not None],
            "notes": [remark.message for remark, _ in said if remark.severity is None],
        }
    )


def _pipeline(pipeline: PipelineStats, stages: Mapping[PluginStats, Stage]) -> JsonObject:
    return {
        "name": pipeline.name or None,
        "in": pipeline.came,
        "filtered": pipeline.filtered,
        "out": pipeline.went,
        "ms": pipeline.ms,
        "waited_ms": pipeline.waited_ms,
        "workers": pipeline.workers,
        "plugins": [_plugin(row, stages.get(row.stats)) for row in rows(pipeline)],
    }


def _plugin(row: Row, stage: Stage | None) -> JsonObject:
    stats = row.stats
    return {
        "kind": stats.kind.value,
        "plugin": stats.plugin,
        "id": stats.id,
        "in": stats.came,
        "out": stats.went,
        "ms": stats.ms,
        "share": row.share,
        "events_per_ms": row.events_per_ms,
        "ms_per_event": row.ms_per_event,
        "waited_ms": stats.waited_ms,
        "queued_bytes": stats.queued_bytes,
        "retries": stats.retries,
        "failed": stats.failed,
        "refused": stats.refused,
        "dropped": stats.dropped,
        "bytes": stats.bytes,
        "path": None if stage is None else stage.place.document.file.path,
        "line": None if stage is None else locate(stage.place).start.line,
    }


def _thread(thread: HotThread) -> JsonObject:
    return {
        "name": thread.name,
        "percent": thread.percent,
        "state": thread.state,
        "pipeline": thread.pipeline or None,
        "kind": None if thread.kind is None else thread.kind.value,
        "plugin": thread.plugin or None,
    }


def _finding(remark: Remark, about: Sequence[Stage]) -> JsonObject:
    return {
        "code": remark.code,
        "name": remark.name,
        "severity": None if remark.severity is None else remark.severity.word,
        "message": remark.message,
        "reason": remark.reason or None,
        "locations": [locate(stage.place).fields() for stage in about],
    }
