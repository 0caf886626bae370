"""Which tags a Fluentd plugin emits, and to which label."""

from __future__ import annotations

from dataclasses import dataclass

from pipelint.engines.fluentd import tags
from pipelint.engines.fluentd.stages import ROOT_LABEL, WITH_STORES
from pipelint.graph.automaton import Automaton
from pipelint.graph.stage import Flow, Kind, Stage

ERROR_LABEL = "@ERROR"
LOG_LABEL = "@FLUENT_LOG"

# Fluentd's own log events.
LOG_TAGS = tags.automaton(
    (*tags.literal("fluent."), tags.Choice(tuple(map(tags.literal, ("trace", "debug", "info", "warn", "error", "fatal")))))
)

# Sources that emit no events: they serve an endpoint or a debugger.
_SILENT = ("prometheus", "prometheus_monitor", "prometheus_output_monitor", "prometheus_tail_monitor", "debug_agent")

# Sources that emit under the tag that they are given, and those that put something behind it.
_TAGGING = ("tail", "sample", "dummy", "tcp", "udp", "exec", "systemd", "monitor_agent")
_EXTENDING = ("syslog", "windows_eventlog2")

# Sources whose events come with tags of their sender.
_FOREIGN = ("forward", "secure_forward", "unix", "http", "kafka", "kafka_group", "rdkafka_group", "multiprocess", "beats")

# Outputs that end the way: a parameter `tag` of theirs is no tag of Fluentd's.
_TERMINAL = frozenset(
    (
        "null", "stdout", "file", "forward", "secure_forward", "http", "tcp", "unix", "exec", "buffer", "secondary_file",
        "elasticsearch", "elasticsearch_dynamic", "elasticsearch_data_stream", "opensearch", "opensearch_data_stream",
        "kafka", "kafka2", "kafka_buffered", "rdkafka", "rdkafka2", "s3", "gcs", "cloudwatch_logs", "kinesis_streams",
        "kinesis_firehose", "splunk_hec", "datadog", "newrelic", "loki", "mongo", "mongo_replset", "redis",
        "remote_syslog", "syslog_tls", "sumologic", "webhdfs", "bigquery_insert", "bigquery_load", "google_cloud",
        "loggly", "logzio", "azureblob", "prometheus", "influxdb", "slack", "mail", "logdna", "coralogix",
        "azure-loganalytics", "sql", "scribe",
    )
)  # fmt: skip

# Outputs that emit what they take anew, under tags that their parameters say.
_PREFIXING = ("detect_exceptions", "parser", "grep", "geoip", "typecast", "multiline", "sampling_filter", "sampling")


@dataclass(frozen=True, slots=True)
class Emission:
    """Events under ``tags`` that go to the rules of ``label``; a label of None is not known from the config."""

    flow: Flow
    label: str | None
    tags: Automaton


def label_of(stage: Stage, default: str | None) -> str | None:
    """Where ``@label`` sends what a stage emits; None where the environment decides."""
    param = stage.block.param("@label")
    if param is None:
        return default
    if param.embedded:
        return None
    return ROOT_LABEL if param.value == "@ROOT" else param.value


def from_source(stage: Stage) -> list[Emission]:
    """What a source emits."""
    if stage.plugin in _SILENT:
        return []
    return [Emission(Flow.ROUTE, label_of(stage, ROOT_LABEL), _source_tags(stage))]


def _source_tags(stage: Stage) -> Automaton:
    tag = stage.value("tag")
    if not tag:
        return tags.ANY
    if stage.plugin == "tail" and "*" in tag:
        prefix, _, rest = tag.partition("*")
        suffix = rest.partition("*")[0]
        return tags.automaton((*tags.template(prefix), *tags.path_tag(stage.value("path")), *tags.template(suffix)))
    if stage.plugin == "syslog":
        return tags.automaton((*tags.template(tag), *tags.literal("."), tags.Anything()))
    if stage.plugin in _FOREIGN:
        return tags.automaton(tags.template(tag)) if stage.plugin == "forward" else tags.ANY
    if stage.plugin in _TAGGING:
        return tags.automaton(tags.template(tag))
    # Another plugin may put something behind the tag that it was given.
    return tags.automaton((*tags.template(tag), tags.Anything()))


def from_filter(stage: Stage, incoming: Automaton) -> list[Emission]:
    """What a filter emits besides the events that it hands on: what timed out or failed."""
    if stage.plugin == "concat" and "timeout_label" in stage.block.params:
        param = stage.block.params["timeout_label"]
        return [Emission(Flow.TIMEOUT, None if param.embedded else param.value, incoming)]
    if stage.plugin == "parser" and stage.value("emit_invalid_record_to_error", "true") != "false":
        return [Emission(Flow.ERROR, ERROR_LABEL, incoming)]
    return []


def from_output(stage: Stage, incoming: Automaton) -> list[Emission]:
    """What an output emits anew. Empty for those that send events away."""
    if stage.plugin == "relabel":
        return [Emission(Flow.RELABEL, label_of(stage, ROOT_LABEL), incoming)]
    if stage.plugin in _TERMINAL or stage.plugin in WITH_STORES:
        return []
    label = label_of(stage, stage.label)
    if stage.plugin == "rewrite_tag_filter":
        return [Emission(Flow.EMIT, label if rule is None else rule, tag) for rule, tag in _rewrites(stage)]
    block = stage.block
    emitted = _prefixed(stage, incoming)
    if "tag" in block.params and stage.plugin not in _PREFIXING:
        emitted = tags.automaton(tags.template(block.value("tag")))
    if emitted is incoming and stage.plugin not in _PREFIXING:
        return []
    return [Emission(Flow.EMIT, label, emitted)]


def is_known(stage: Stage) -> bool:
    """Whether all tags that a stage emits are known; a source or output by somebody else may emit any tag to any label."""
    match stage.kind:
        case Kind.SOURCE:
            return stage.plugin in (*_TAGGING, *_EXTENDING, *_SILENT, *_FOREIGN)
        case Kind.OUTPUT:
            known = (*_PREFIXING, *WITH_STORES, "relabel", "rewrite_tag_filter")
            return stage.plugin in _TERMINAL or stage.plugin in known
        case _:
            return True


def _rewrites(stage: Stage) -> list[tuple[str | None, Automaton]]:
    """Each rule's label (None: the plugin's) and tags, ``<rule>`` sections and v0's ``rewriteruleN key regexp tag``."""
    rules: list[tuple[str | None, Automaton]] = []
    for block in stage.block.blocks:
        if block.name == "rule":
            rules.append((block.value("label") or None, tags.automaton(tags.template(block.value("tag")))))
    for name, param in stage.block.params.items():
        if name.startswith("rewriterule") and param.value.split():
            rules.append((None, tags.automaton(tags.template(param.value.split()[-1]))))
    return rules


def _prefixed(stage: Stage, incoming: Automaton) -> Automaton:
    """The incoming tags with a prefix taken off and another put before them, as the parameters say."""
    block = stage.block
    removed, added = block.value("remove_tag_prefix"), block.value("add_tag_prefix")
    out = incoming
    if removed:
        # Tags without the prefix stay as they are.
        prefixed = tags.automaton((*tags.literal(f"{removed}."), tags.Anything()))
        out = out.after(f"{removed}.") | (out - prefixed)
    return out.before(f"{added}.") if added else out


def reports_errors(stage: Stage) -> bool:
    """Whether events that a stage cannot handle go to ``@ERROR``."""
    return stage.kind is Kind.FILTER and stage.plugin == "parser"
