"""The traffic profile that ``pipelint stats --profile`` writes: a settings file with what was measured of each stage."""

from __future__ import annotations

import json
from collections.abc import Iterator

from pipelint.graph.stage import Kind
from pipelint.stats.model import PluginStats, Snapshot

_KINDS = (Kind.SOURCE, Kind.FILTER, Kind.OUTPUT)


def profile(found: Snapshot, lines: int, source: str) -> str:
    """The file. ``lines`` entered the config in all, ``source`` says where the statistics are from."""
    seconds = f" in {found.seconds:,.0f} s" if found.seconds else ""
    engine = f"{found.engine} {found.version}".strip()
    head = f"# written by pipelint stats --profile from {json.dumps(source)}: {engine}, {lines:,} lines{seconds}"
    rate = [f"events-per-second = {_number(lines / found.seconds)}"] if found.seconds else []
    rows = [row for pipeline in found.pipelines for each in pipeline.plugins for row in _row(pipeline.name, each, lines)]
    return "\n".join([head, "[traffic]", *rate, *rows]) + "\n"


def _row(pipeline: str, stats: PluginStats, lines: int) -> Iterator[str]:
    if stats.kind not in _KINDS:
        return
    yield "\n[[traffic.stages]]"
    texts = {"pipeline": pipeline, "kind": stats.kind.value, "plugin": stats.plugin, "id": stats.id}
    yield from (f"{name} = {json.dumps(text)}" for name, text in texts.items() if text)
    events = stats.went if stats.kind is Kind.SOURCE else stats.came
    if events is not None:
        yield f"events = {_number(events / lines)}"
    if stats.works and stats.came and stats.ms is not None:
        yield f"us = {_number(stats.ms * 1000 / stats.came)}"


def _number(value: float) -> str:
    return f"{value:.6g}" if value < 1e6 else f"{value:.0f}"
