"""Fluent Bit's own HTTP server: what ``GET /api/v1/metrics`` answers.

Source: src/flb_metrics_exporter.c, flb_input.c, flb_filter.c and flb_output.c of Fluent Bit 5.1.1.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pipelint.graph.stage import Kind, Stage
from pipelint.stats.model import JsonMap, PipelineStats, PluginStats, Snapshot

_KINDS = {"input": Kind.SOURCE, "filter": Kind.FILTER, "output": Kind.OUTPUT}
# Of a plugin without an alias its name and number.
_NUMBERED = re.compile(r"(\w[\w-]*)\.\d+")


class FluentBitMonitor:
    """Reads the counts of all plugins since the start."""

    paths = ("/api/v1/metrics",)

    def snapshot(self, answer: JsonMap) -> Snapshot | None:
        """The statistics, None for what is no answer of it."""
        if not {"input", "output"} <= answer.keys() or not all(isinstance(answer.get(name, {}), dict) for name in _KINDS):
            return None
        return Snapshot("fluentbit", "", (PipelineStats("", tuple(_plugins(answer))),))

    def text(self, text: str) -> Snapshot | None:
        """None: metrics in other forms are not read."""

    def writers(self, stage: Stage, parts: Sequence[Stage]) -> int | None:
        """None: it does not say how long a plugin works."""


def _plugins(answer: JsonMap) -> Iterator[PluginStats]:
    for name, kind in _KINDS.items():
        listed = answer.get(name)
        for title, counts in listed.items() if isinstance(listed, dict) else ():
            if isinstance(counts, dict):
                numbered = _NUMBERED.fullmatch(title)
                plugin, own = (numbered[1], "") if numbered else ("", title)
                yield _plugin(kind, plugin, own, counts)


def _plugin(kind: Kind, plugin: str, own: str, counts: JsonMap) -> PluginStats:
    if kind is Kind.SOURCE:
        return PluginStats(kind, plugin, own, went=_whole(counts, "records"), bytes=_whole(counts, "bytes"))
    if kind is Kind.FILTER:
        came, dropped, added = (_whole(counts, name) for name in ("records", "drop_records", "add_records"))
        went = None if came is None or dropped is None or added is None else came - dropped + added
        return PluginStats(kind, plugin, own, came, went)
    errors, retries = _whole(counts, "errors"), _whole(counts, "retries")
    return PluginStats(
        kind,
        plugin,
        own,
        went=_whole(counts, "proc_records"),
        # A write that fails is tried again, or is an error.
        failed=None if errors is None or retries is None else errors + retries,
        dropped=_whole(counts, "dropped_records"),
        bytes=_whole(counts, "proc_bytes"),
    )


def _whole(of: JsonMap, name: str) -> int | None:
    value = of.get(name)
    return value if isinstance(value, int) and not isinstance(value, bool) else None
