"""Fluentd's monitor_agent: what ``GET /api/plugins.json`` answers (counts of events from 1.14 on); and counts in its log."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import datetime

from pipelint.graph.stage import Kind, Stage
from pipelint.stats.model import JsonMap, PipelineStats, PluginStats, Snapshot

_SENT = re.compile(
    r"^(?P<time>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d [+-]\d{4}) \[debug\]: (?:#\d+ )?"
    r"\[(?P<id>[^\]\n]+)\] (?P<count>\d{1,15}) messages send\.\r?$",
    re.MULTILINE,
)
_KINDS = {"input": Kind.SOURCE, "filter": Kind.FILTER, "output": Kind.OUTPUT}


class FluentdMonitor:
    """Reads the list of plugins."""

    paths = ("/api/plugins.json", "/metrics")

    def snapshot(self, answer: JsonMap) -> Snapshot | None:
        """The statistics, None for what is no answer of it."""
        plugins = answer.get("plugins")
        if not isinstance(plugins, list) or not all(isinstance(each, dict) and "plugin_category" in each for each in plugins):
            return None
        return Snapshot("fluentd", "", (PipelineStats("", tuple(_plugins(plugins))),))

    def text(self, text: str) -> Snapshot | None:
        """Metrics of its Prometheus plugin, or its log."""
        from pipelint.engines.fluentd.metrics import metrics

        return metrics(text) or self._log(text)

    def writers(self, stage: Stage, parts: Sequence[Stage]) -> int | None:
        """The flush threads of an output's buffer, one unless it says another number."""
        names = ("flush_thread_count", "num_threads")
        said = next((value for each in (*parts, stage) for name in names if (value := each.value(name))), "1")
        return int(said) or None if said.isdecimal() and len(said) < 5 else None

    def _log(self, text: str) -> Snapshot | None:
        """What outputs of Kafka say at level debug: so many messages sent, since the last such line."""
        times: list[datetime] = []
        sent: dict[str, int] = {}
        for line in _SENT.finditer(text):
            with suppress(ValueError):
                times.append(datetime.strptime(line["time"], "%Y-%m-%d %H:%M:%S %z"))
            # Nobody knows since when the first line of an output counts.
            sent[line["id"]] = sent[line["id"]] + int(line["count"]) if line["id"] in sent else 0
        seconds = (max(times) - min(times)).total_seconds() if times else 0.0
        if not seconds:
            return None
        plugins = tuple(PluginStats(Kind.OUTPUT, "", name, came=count) for name, count in sent.items())
        return Snapshot("fluentd", "", (PipelineStats("", plugins),), seconds)


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
            retries=None if not isinstance(retry := each.get("retry"), dict) else _whole(retry, "steps"),
            # Its name notwithstanding: all errors since the start.
            failed=_whole(each, "retry_count"),
        )


def _whole(of: JsonMap, name: str) -> int | None:
    value = of.get(name)
    return value if isinstance(value, int) and not isinstance(value, bool) else None
