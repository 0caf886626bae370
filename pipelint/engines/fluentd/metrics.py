"""What fluent-plugin-prometheus says of Fluentd's plugins (its inputs prometheus_monitor, _output_monitor, _tail_monitor)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from pipelint.graph.stage import Kind
from pipelint.stats.exposition import samples
from pipelint.stats.model import PipelineStats, PluginStats, Snapshot

# Metrics, and what of an output they are: fluent-plugin-prometheus 2.2.2, lib/fluent/plugin/in_prometheus_*monitor.rb.
_FIELDS = {
    "fluentd_output_status_emit_records": "came",
    "fluentd_output_status_flush_time_count": "ms",
    "fluentd_output_status_buffer_total_bytes": "queued_bytes",
    "fluentd_status_buffer_total_bytes": "queued_bytes",
    # Their names notwithstanding all errors since the start, as in monitor_agent.
    "fluentd_output_status_retry_count": "failed",
    "fluentd_status_retry_count": "failed",
}
_POSITION, _INODE = "fluentd_tail_file_position", "fluentd_tail_file_inode"
_Labels = tuple[tuple[str, str], ...]


def metrics(text: str) -> Snapshot | None:
    """The statistics in metrics; None where there are none of these. What several workers say of one plugin is added up."""
    # By plugin and field; two metrics may say the same of a worker's.
    outputs: dict[tuple[str, str], dict[str, dict[_Labels, int]]] = {}
    positions: dict[_Labels, int] = {}
    inodes: dict[_Labels, int] = {}
    for sample in samples(text):
        own, value = _own(sample.labels), int(sample.value)
        if sample.name in (_POSITION, _INODE):
            (positions if sample.name == _POSITION else inodes)[own] = value
        elif (field := _FIELDS.get(sample.name)) and sample.labels.get("plugin_category", "output") == "output":
            outputs.setdefault(_named(sample.labels), {}).setdefault(field, {})[own] = value
    plugins = [*_tails(positions, inodes)]
    for name, said in outputs.items():
        values = {field: sum(workers.values()) for field, workers in said.items()}
        fields = (values.get(field) for field in ("came", "ms", "queued_bytes", "failed"))
        came, ms, queued, failed = fields
        plugins.append(PluginStats(Kind.OUTPUT, *name, came=came, ms=ms, queued_bytes=queued, failed=failed))
    return Snapshot("fluentd", "", (PipelineStats("", tuple(plugins)),)) if plugins else None


def _tails(positions: Mapping[_Labels, int], inodes: Mapping[_Labels, int]) -> list[PluginStats]:
    read: Counter[tuple[str, str]] = Counter()
    files: dict[tuple[str, str], list[tuple[str, int]]] = {}
    for own, at in positions.items():
        name = _named(dict(own))
        read[name] += at
        files.setdefault(name, []).append((f"{inodes.get(own)} {own}", at))
    return [PluginStats(Kind.SOURCE, *name, bytes=read[name], files=tuple(files[name])) for name in files]


def _named(labels: Mapping[str, str]) -> tuple[str, str]:
    return labels.get("type", ""), labels.get("plugin_id", "")


def _own(labels: Mapping[str, str]) -> _Labels:
    """The labels that tell samples apart: prometheus_monitor has one more."""
    return tuple(sorted((name, said) for name, said in labels.items() if name != "plugin_category"))
