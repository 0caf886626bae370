"""Which tags a Fluentd plugin emits, and to which label."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from pipelint.base.lean.record import dataclass, replace
from pipelint.base.text.document import Place
from pipelint.engines.fluentd.routing import tags
from pipelint.engines.fluentd.routing.atoms import Anything, Choice, automaton, literal
from pipelint.engines.fluentd.routing.stages import RELABEL, REWRITE, ROOT_LABEL, WITH_STORES
from pipelint.graph.automaton import Automaton
from pipelint.graph.bounds import TooLargeError
from pipelint.graph.stage import Flow, Kind, Stage

ERROR_LABEL = "@ERROR"
LOG_LABEL = "@FLUENT_LOG"

# Fluentd's own log events.
LOG_TAGS = automaton(
    (*literal("fluent."), Choice(tuple(map(literal, ("trace", "debug", "info", "warn", "error", "fatal")))))
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

_KNOWN_SOURCES = frozenset((*_TAGGING, *_EXTENDING, *_SILENT, *_FOREIGN))
_KNOWN_OUTPUTS = _TERMINAL.union(_PREFIXING, WITH_STORES, (RELABEL, REWRITE))

# Filters that drop no event, and do not say what stands under the keys that others ask for.
_KEEPING = ("stdout", "prometheus", "kubernetes_metadata", "parser", "concat", "dedot")

ANY_KEY = "*"


@dataclass(frozen=True, slots=True)
class Emission:
    """Events under ``tags`` that go to the rules of ``label``; a label of None is not known from the config.

    ``exact`` is false where ``tags`` may hold words that are never emitted. ``place`` is the rule that gives the tags, None
    for the stage itself. ``asked`` are keys of the record whose values decided on the way; ANY_KEY where all may have.
    """

    flow: Flow
    label: str | None
    tags: Automaton
    exact: bool = True
    place: Place | None = None
    asked: frozenset[str] = frozenset()

    def after(self, before: Emission) -> Emission:
        """This emission, of events that came by ``before``: what was asked of them there says what they may answer here."""
        free = not self.asked or (ANY_KEY not in before.asked and not self.asked & before.asked)
        return replace(self, exact=self.exact and before.exact and free, asked=self.asked | before.asked)

    def filtered(self, stage: Stage) -> Emission:
        """These events behind a filter."""
        if stage.plugin in ("record_transformer", "record_modifier"):
            records = [block for block in stage.block.blocks if block.name == "record"]
            return replace(self, asked=self.asked | {name for block in records for name in block.params})
        return self if stage.plugin in _KEEPING else replace(self, asked=frozenset((ANY_KEY,)))


def label_of(stage: Stage, default: str | None) -> str | None:
    """Where ``@label`` sends what a stage emits; None where the environment decides."""
    param = stage.block.param("@label")
    if param is None:
        return default
    if param.embedded:
        return None
    return named_label(param.value)


def from_source(stage: Stage) -> list[Emission]:
    """What a source emits."""
    if stage.plugin in _SILENT:
        return []
    label = label_of(stage, ROOT_LABEL)
    try:
        return [Emission(Flow.ROUTE, label, _source_tags(stage))]
    except TooLargeError:
        return [Emission(Flow.ROUTE, label, tags.ANY, exact=False)]


def _source_tags(stage: Stage) -> Automaton:
    """The tags that a source gives its events. Raises TooLargeError."""
    tag = stage.value("tag")
    if not tag or any("tag_key" in block.params for block in stage.block.walk()):
        return tags.ANY
    if stage.plugin == "tail" and "*" in tag:
        prefix, _, rest = tag.partition("*")
        suffix = rest.partition("*")[0]
        path = tags.path_tag(stage.value("path"), stage.value("path_delimiter", ","))
        return automaton((*tags.template(prefix), *path, *tags.template(suffix)))
    if stage.plugin == "syslog":
        return automaton((*tags.template(tag), *literal("."), Anything()))
    if stage.plugin in _FOREIGN:
        return tags.written(tag) if stage.plugin == "forward" else tags.ANY
    if stage.plugin in _TAGGING:
        return tags.written(tag)
    # Another plugin may put something behind the tag that it was given.
    return automaton((*tags.template(tag), Anything()))


def from_filter(stage: Stage, incoming: Automaton) -> list[Emission]:
    """What a filter emits besides the events that it hands on: what timed out or failed."""
    if stage.plugin == "concat" and "timeout_label" in stage.block.params:
        param = stage.block.params["timeout_label"]
        return [Emission(Flow.TIMEOUT, None if param.embedded else param.value, incoming)]
    if stage.plugin == "parser" and stage.value("emit_invalid_record_to_error", "true") != "false":
        return [Emission(Flow.ERROR, ERROR_LABEL, incoming)]
    return []


def nowhere(_: str) -> bool:
    """No label has got all tags."""
    return False


def from_output(stage: Stage, incoming: Automaton, has_all: Callable[[str], bool] = nowhere) -> Iterable[Emission]:
    """What an output emits anew. Empty for those that send events away.

    ``has_all``: whether what a label gets any more makes no difference, which spares the work to find it out.
    """
    if stage.plugin == RELABEL:
        return [Emission(Flow.RELABEL, label_of(stage, ROOT_LABEL), incoming)]
    if stage.plugin in _TERMINAL or stage.plugin in WITH_STORES:
        return []
    if stage.plugin == REWRITE:
        return _rewrites(stage, incoming, has_all)
    label = label_of(stage, stage.label)
    try:
        emitted = _emitted(stage, incoming)
    except TooLargeError:
        return [Emission(Flow.EMIT, label, tags.ANY, exact=False)]
    if emitted is incoming and stage.plugin not in _PREFIXING:
        return []
    return [Emission(Flow.EMIT, label, emitted)]


def _emitted(stage: Stage, incoming: Automaton) -> Automaton:
    """The tags under which an output emits events again; those that came in where it changes none. Raises TooLargeError."""
    if "tag" in stage.block.params and stage.plugin not in _PREFIXING:
        return tags.written(stage.block.value("tag"))
    return _prefixed(stage, incoming)


def is_known(stage: Stage) -> bool:
    """Whether all tags that a stage emits are known; a source or output by somebody else may emit any tag to any label."""
    match stage.kind:
        case Kind.SOURCE:
            return stage.plugin in _KNOWN_SOURCES
        case Kind.OUTPUT:
            return stage.plugin in _KNOWN_OUTPUTS
        case _:
            return True


def _rewrites(stage: Stage, incoming: Automaton, has_all: Callable[[str], bool]) -> Iterator[Emission]:
    """What each rule of rewrite_tag_filter that can come into play emits."""
    # Imported here, as below: most configs rewrite no tags.
    from pipelint.engines.fluentd.routing import rewrite

    label = label_of(stage, stage.label)
    if label is not None and has_all(label) and not any("label" in block.params for block in stage.block.blocks):
        return
    rules = rewrite.tag_rules(stage)
    asked: frozenset[str] = frozenset()
    for index, (rule, covering) in enumerate(zip(rules, rewrite.covered_by(rules), strict=True)):
        asked = asked if rule.key in asked else asked | {rule.key}
        to = label if rule.label is None else named_label(rule.label)
        if (to is not None and has_all(to)) or covering is not None:
            continue
        emitted = rewrite.rewritten(stage, rule, incoming)
        if not emitted.is_empty:
            yield Emission(Flow.EMIT, to, emitted, rewrite.is_exact(rules, index), rule.place, asked)


def named_label(label: str) -> str | None:
    """The label of a name; None where embedded Ruby says it."""
    return None if "#{" in label else ROOT_LABEL if label == "@ROOT" else label


def _prefixed(stage: Stage, incoming: Automaton) -> Automaton:
    """The incoming tags with a prefix taken off and another put before them, as the parameters say."""
    block = stage.block
    removed, added = block.value("remove_tag_prefix"), block.value("add_tag_prefix")
    if not removed and not added:
        return incoming
    from pipelint.graph.pieces import after, before

    out = incoming
    if removed:
        # Tags without the prefix stay as they are.
        prefixed = automaton((*literal(f"{removed}."), Anything()))
        out = after(out, f"{removed}.") | (out - prefixed)
    return before(out, f"{added}.") if added else out


def ends(stage: Stage) -> bool:
    """Whether an output sends events away, as far as it has no stores, instead of giving them to the router again."""
    if stage.plugin in _TERMINAL:
        return True
    return stage.plugin not in (RELABEL, REWRITE, *_PREFIXING) and "tag" not in stage.block.params


def reports_errors(stage: Stage) -> bool:
    """Whether events that a stage cannot handle go to ``@ERROR``."""
    return stage.kind is Kind.FILTER and stage.plugin == "parser"
