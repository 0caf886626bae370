"""The cost rules of Fluent Bit: which function says what a plugin does."""

from __future__ import annotations

from collections.abc import Sequence

from pipelint.base.block import Block
from pipelint.base.condition import Condition
from pipelint.cost.events.flow import State
from pipelint.cost.events.traffic import TrafficProfile
from pipelint.cost.events.work import Done, Terms
from pipelint.engines.fluentbit import types
from pipelint.engines.fluentbit.cost import filters, inputs, outputs
from pipelint.engines.fluentbit.cost.params import is_on
from pipelint.engines.fluentbit.match import matches
from pipelint.graph.stage import Kind, Stage
from pipelint.plugins import plugin_of

# Inputs that measure the host or scrape something at intervals: a few events a second, however much the others read.
_TIMED = frozenset(
    (
        "containerinventory", "cpu", "disk", "docker", "gpu_metrics", "health", "mem", "netif", "nginx_metrics",
        "node_exporter_metrics", "perf", "proc", "podman_metrics", "process_exporter_metrics", "prometheus_scrape",
        "prometheus_textfile", "thermal", "winstat", "windows_exporter_metrics",
    )
)  # fmt: skip


# Workers of outputs where nothing is said; others have none. Source: plugins/out_* of Fluent Bit 5.1.1.
_WORKERS = dict.fromkeys(("es", "forward", "http", "prometheus_remote_write", "splunk", "tcp", "udp"), 2)
_WORKERS |= dict.fromkeys(
    (
        "azure_blob", "cloudwatch_logs", "file", "gcs", "kinesis_firehose", "kinesis_streams", "null", "oracle_log_analytics",
        "s3", "stackdriver", "stdout", "vivo_exporter",
    ),
    1,
)  # fmt: skip


class FluentBitRules:
    """See ``CostRules``. Records stay packed between stages, so each one unpacks what it looks at."""

    by_runtime = True

    def threads(self, stage: Stage) -> int | None:
        """An input that is ``threaded`` has one, an output its workers; all else is done by the engine's, processors as well."""
        if stage.kind is Kind.OUTPUT:
            said = stage.value("workers")
            return max(0, types.integer(said) or 0) if said else _WORKERS.get(stage.plugin, 0)
        return int(stage.kind is Kind.SOURCE and is_on(stage.block, "threaded"))

    def source_weight(self, stage: Stage) -> float:
        """Ten for container logs, a hundredth for what is measured at intervals, none for Fluent Bit's own, one for any other."""
        if not plugin_of("fluentbit", stage.kind.value, stage.plugin).events.outside:
            return 0.0
        if stage.plugin in _TIMED:
            return 0.01
        return 10.0 if inputs.reads_container_logs(stage) else 1.0

    def enter(self, stage: Stage, parts: Sequence[Stage], events: float, traffic: TrafficProfile, settings: Block | None) -> Done:
        """What an input and its parsers do per line."""
        return inputs.enter(stage, parts, events, traffic)

    def arrive(self, stage: Stage, parts: Sequence[Stage], state: State, traffic: TrafficProfile) -> Done:
        """What a filter or an output does per event."""
        if stage.kind is Kind.FILTER:
            return filters.pass_through(stage, state, traffic)
        return outputs.send(stage, parts, state, traffic)

    def ask(self, condition: Condition, state: State) -> Terms:
        """There are no conditions between stages."""
        return {}

    def condition(self, text: str) -> Condition | None:
        """There are none."""
        return None

    def takes(self, stage: Stage, tag: str) -> bool | None:
        """By the stage's Match."""
        return None if stage.block.param("match_regex") is not None else matches(stage.pattern, tag)
