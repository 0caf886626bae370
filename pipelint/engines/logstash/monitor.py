"""Logstash's node statistics: what ``GET /_node/stats`` or ``/_node/stats/pipelines`` answers, of 6.0 and later; hot threads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pipelint.engines.logstash.threads import threads_in, threads_of
from pipelint.graph.stage import Kind, Stage
from pipelint.stats.model import JsonMap, PipelineStats, PluginStats, Snapshot

# Filters that ask somebody else, and wait for the answer.
_WAITING = {"dns", "elasticsearch", "http", "jdbc_streaming", "memcached", "sleep"}
_LISTS = {"inputs": Kind.SOURCE, "filters": Kind.FILTER, "outputs": Kind.OUTPUT}


class LogstashMonitor:
    """Reads the node statistics."""

    paths = ("/_node/stats",)

    def snapshot(self, answer: JsonMap) -> Snapshot | None:
        """The statistics, None for what is no answer of it."""
        if (threads := threads_of(answer)) is not None:
            return threads
        pipelines = answer.get("pipelines")
        if not isinstance(pipelines, dict):
            return None
        jvm = _map(answer, "jvm")
        uptime = _number(jvm, "uptime_in_millis")
        collectors = _map(_map(jvm, "gc"), "collectors")
        spent = [ms for name in collectors if (ms := _number(_map(collectors, name), "collection_time_in_millis")) is not None]
        return Snapshot(
            "logstash",
            str(answer.get("version", "")),
            tuple(_pipeline(name, _map(pipelines, name)) for name in pipelines),
            None if uptime is None else uptime / 1000,
            _number(_map(jvm, "mem"), "heap_used_percent"),
            sum(spent) if spent else None,
        )

    def text(self, text: str) -> Snapshot | None:
        """Its hot threads as for people. None for any other: its log has no counts."""
        return threads_in(text)

    def writers(self, stage: Stage, parts: Sequence[Stage]) -> int | None:
        """None: all outputs share the pipeline's workers."""


def _pipeline(name: str, pipeline: JsonMap) -> PipelineStats:
    events = _map(pipeline, "events")
    return PipelineStats(
        name,
        tuple(_plugins(_map(pipeline, "plugins"))),
        _whole(events, "in"),
        _whole(events, "filtered"),
        _whole(events, "out"),
        _number(events, "duration_in_millis"),
        _number(events, "queue_push_duration_in_millis"),
        # Of a pipeline itself since 8.x; before only what a pipeline has that says nothing.
        _whole(_map(pipeline, "pipeline"), "workers"),
        _map(pipeline, "queue").get("type") == "persisted",
    )


def _plugins(plugins: JsonMap) -> Iterator[PluginStats]:
    for name, kind in _LISTS.items():
        listed = plugins.get(name)
        for each in listed if isinstance(listed, list) else ():
            if isinstance(each, dict) and isinstance(each.get("name"), str):
                # A plugin that has seen nothing yet has no events.
                events = _map(each, "events")
                yield PluginStats(
                    kind,
                    each["name"],
                    str(each.get("id", "")),
                    _whole(events, "in"),
                    _whole(events, "out"),
                    _number(events, "duration_in_millis"),
                    _number(events, "queue_push_duration_in_millis"),
                    works=kind is Kind.FILTER and each["name"] not in _WAITING,
                )


def _map(of: JsonMap, name: str) -> JsonMap:
    value = of.get(name)
    return value if isinstance(value, dict) else {}


def _number(of: JsonMap, name: str) -> float | None:
    value = of.get(name)
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None


def _whole(of: JsonMap, name: str) -> int | None:
    value = of.get(name)
    return value if isinstance(value, int) and not isinstance(value, bool) else None
