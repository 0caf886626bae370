"""Fluentd's monitor_agent: what ``GET /api/plugins.json`` answers; counts of events come from 1.14 on."""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.graph.stage import Kind
from pipelint.stats.model import JsonMap, PipelineStats, PluginStats, Snapshot

_KINDS = {"input": Kind.SOURCE, "filter": Kind.FILTER, "output": Kind.OUTPUT}


class FluentdMonitor:
    """Reads the list of plugins."""

    def snapshot(self, answer: JsonMap) -> Snapshot | None:
        """The statistics, None for what is no answer of it."""
        plugins = answer.get("plugins")
        if not isinstance(plugins, list) or not all(isinstance(each, dict) and "plugin_category" in each for each in plugins):
            return None
        return Snapshot("fluentd", "", (PipelineStats("", tuple(_plugins(plugins))),))


def _plugins(plugins: list[JsonMap]) -> Iterator[PluginStats]:
    for each in plugins:
        kind = _KINDS.get(str(each["plugin_category"]))
        if kind is None:
            continue
        # An input counts only with ``enable_input_metrics``: else it says 0.
        emitted = _whole(each, "emit_records")
        yield PluginStats(
            kind,
            str(each.get("type", "")),
            str(each.get("plugin_id", "")),
            came=None if kind is Kind.SOURCE else emitted,
            went=(emitted or None) if kind is Kind.SOURCE else None,
            # The time of its flushes, in threads of their own.
            ms=_whole(each, "flush_time_count") if kind is Kind.OUTPUT else None,
            queued_bytes=_whole(each, "buffer_total_queued_size"),
            retries=_whole(each, "retry_count"),
            failed=_whole(each, "rollback_count"),
        )


def _whole(of: JsonMap, name: str) -> int | None:
    value = of.get(name)
    return value if isinstance(value, int) and not isinstance(value, bool) else None
