"""What decides whether events arrive: where they wait, and what Fluent Bit does if a receiver is down.

Source: src/flb_storage.c, src/flb_output.c and plugins/in_tail of Fluent Bit 5.1.1.
"""

from __future__ import annotations

from pipelint.base.block import Block, Param
from pipelint.engines.fluentbit import types
from pipelint.graph.stage import Kind, Stage, StageGraph

# s3 is none: it tries again by itself, five times at least.
_REMOTE = frozenset(("azure", "azure_blob", "azure_kusto", "azure_logs_ingestion", "bigquery", "chronicle", "cloudwatch"))
_REMOTE |= frozenset(("cloudwatch_logs", "datadog", "es", "firehose", "forward", "gcs", "http", "influxdb", "kafka-rest"))
_REMOTE |= frozenset(("kinesis_firehose", "kinesis_streams", "logdna", "loki", "nats", "nrlogs", "opensearch", "opentelemetry"))
_REMOTE |= frozenset(("oracle_log_analytics", "pgsql", "prometheus_remote_write", "skywalking", "slack", "splunk", "stackdriver"))
_REMOTE |= frozenset(("kinesis", "tcp", "td", "websocket"))
_LEAVING_OUT = frozenset(("exclude_path", "ignore_older", "tag_regex"))


# Outputs to whose receiver the same parameters mean the same place, and parameters that say nothing of it.
_STORES = frozenset(("cloudwatch_logs", "es", "forward", "gelf", "influxdb", "kafka", "loki", "opensearch"))
_STORES |= frozenset(("splunk", "syslog", "tcp"))
_OF_SENDING = frozenset(("alias", "log_level", "match", "match_regex", "retry_limit", "storage.total_limit_size", "workers"))


def is_remote(kind: Kind, plugin: str, block: Block) -> bool:
    """Whether a plugin sends to another machine and leaves it to the engine to try again. A datagram has no answer."""
    connects = plugin in ("gelf", "syslog") and block.value("mode").lower() in ("tcp", "tls")
    return kind is Kind.OUTPUT and (connects or plugin in _REMOTE)


def keeps_in_files(root: Block, block: Block) -> bool:
    """Whether an input's events are kept in files: by its own storage.type, else by the one that it inherits."""
    own = block.value("storage.type").lower()
    if own:
        return own == "filesystem"
    service = next((each for each in root.blocks if each.name == "service"), None)
    if service is None or types.boolean(service.value("storage.inherit")) is not True:
        return False
    return service.value("storage.type").lower() == "filesystem"


def first_with(graph: StageGraph, name: str, stage: Stage) -> Stage | None:
    """The first input of the plugin of ``stage`` before it with the same value of a parameter, which nothing puts in."""
    value = stage.block.param(name)
    if stage.kind is not Kind.SOURCE or value is None or value.embedded or not value.value:
        return None
    for other in graph.of_kind(Kind.SOURCE):
        if other.index >= stage.index:
            break
        if other.plugin == stage.plugin and other.block.value(name) == value.value:
            whole = name != "path" or _LEAVING_OUT.isdisjoint((*stage.block.params, *other.block.params))
            return other if whole else None
    return None


def receivers(graph: StageGraph, source: Stage) -> list[int]:
    """The indices of the outputs that may get events of an input, by its tags or by those of a rewrite_tag on their way."""
    ways: dict[int, list[int]] = {}
    for route in graph.routes:
        ways.setdefault(route.origin, []).extend(index for index, _ in route.filters)
    waiting, seen = [source.index], {source.index}
    while waiting:
        for index in ways.get(waiting.pop(), ()):
            if index not in seen:
                seen.add(index)
                waiting.append(index)
    return sorted(index for index in seen if graph.stages[index].kind is Kind.OUTPUT)


def sent_by(graph: StageGraph, stage: Stage) -> Stage | None:
    """Another output that sends all events of this one to the same place: before it with the same Match, or with `Match *`."""
    if stage.kind is not Kind.OUTPUT or stage.plugin not in _STORES or stage.block.blocks:
        return None
    for other in graph.of_kind(Kind.OUTPUT):
        if other.index != stage.index and other.plugin == stage.plugin and other.block.param("match_regex") is None:
            takes = other.index < stage.index if other.pattern == stage.pattern else other.pattern == "*"
            if takes and not other.block.blocks and _place(other.block) == _place(stage.block):
                return other
    return None


def _place(block: Block) -> list[tuple[str, str]]:
    """What says where an output sends, and what."""
    return sorted((item.name, item.value) for item in block.items if isinstance(item, Param) and item.name not in _OF_SENDING)
