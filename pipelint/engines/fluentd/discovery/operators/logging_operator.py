"""The logging operator's Flow and Output (also of a cluster): the filters and outputs that it would write, with their places.

What it renders is as its own code says (kube-logging/logging-operator, ``pkg/sdk/logging/model``): keys are parameters, what a
section needs and the resource leaves open has the operator's defaults. Sources and routes, which no resource says, are missing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from collections.abc import Mapping as Table

from pipelint._native import YamlResources
from pipelint.base.text.document import SourceFile
from pipelint.engines.fluentd.discovery.operators.render import Renderer
from pipelint.engines.fluentd.discovery.operators.rendered import RenderedText
from pipelint.sources.hosts.protocol import Folder, Text, inner, label, resource_name
from pipelint.yaml.tree import Mapping, Scalar, Sequence, read_yaml

_GROUP = "logging.banzaicloud.io/"
_FLOWS: dict[str, tuple[tuple[str, str], ...]] = {
    "Flow": (("localOutputRefs", "Output"), ("outputRefs", "Output"), ("globalOutputRefs", "ClusterOutput")),
    "ClusterFlow": (("globalOutputRefs", "ClusterOutput"), ("outputRefs", "ClusterOutput")),
}
_OUTPUTS = ("Output", "ClusterOutput")
_SECTIONS = {name: name for name in ("parse", "format", "regexp", "exclude", "and", "or", "labels", "security", "auth", "fields")}
_SECTIONS |= {"records": "record", "patterns": "pattern", "grok_patterns": "grok", "metrics": "metric", "replaces": "replace"}
_SECTIONS |= {name: name for name in ("assume_role_credentials", "instance_profile_credentials", "shared_credentials")}
_SECTIONS |= {"servers": "server", "process_credentials": "process_credentials", "object_metadata": "object_metadata"}
_UNBUFFERED = frozenset({"null", "mattermost"})
_DEFAULTS = {
    "parser": {"key_name": "message"},
    "concat": {"key": "message"},
    "geoip": {"skip_adding_null_record": "true"},
    "loki": {"line_format": "json"},
    "newrelic": {"base_uri": "https://log-api.newrelic.com/log/v1"},
    "azure-storage-append-blob": {"format": "json"},
    "s3": {"s3_object_key_format": "%{path}%{time_slice}_%{uuid_hash}_%{index}.%{file_extension}"},
}
_BUFFER = {"retry_forever": "true", "timekey": "10m", "timekey_wait": "1m"}
"""What is written into each buffer that does not say it."""


class LoggingOperator:
    """Flows with the outputs of the same file that they name; outputs that none names by themselves."""

    kinds = (*_FLOWS, *_OUTPUTS)
    certain = False

    def __init__(self) -> None:
        self._outputs: dict[tuple[str, str], Mapping] | None = None
        self._used: set[tuple[str, str]] = set()

    def may_be_in(self, file: SourceFile, *, yaml: bool) -> bool:
        """By the API group."""
        return yaml and _GROUP.encode() in file.data

    def held(self, file: SourceFile, node: Mapping, kind: str) -> Iterator[Folder]:
        """The config of a flow, or of an output."""
        if not node.text("apiVersion").startswith(_GROUP):
            return
        if self._outputs is None:
            self._look(file)
        texts: dict[str, Text] = {}
        where: dict[str, str] = {}

        def add(name: str, text: RenderedText, what: str) -> None:
            if text.value() and text.is_in_order:
                texts[name], where[name] = text, what

        called = label(kind, resource_name(node))
        if kind in _OUTPUTS:
            if _key(kind, node) not in self._used:
                add("output.conf", _output(file, node, alone=True), called)
        else:
            refs = list(_refs(kind, node))
            add("flow.conf", _flow(file, node, [_file_name(ref) for ref in refs]), called)
            for ref in refs:
                output = (self._outputs or {}).get(ref)
                if output is not None:
                    add(_file_name(ref), _output(file, output, alone=False), label(ref[0], resource_name(output)))
        if texts:
            yield Folder(file, "", "", texts, path="", where=where, open=True)

    def _look(self, file: SourceFile) -> None:
        """Finds the outputs of a file, and which of them its flows name."""
        self._outputs = {}
        for node, kind in YamlResources(list(read_yaml(file.data).roots), list(self.kinds)):
            if kind in _OUTPUTS:
                self._outputs[_key(kind, node)] = node
            else:
                self._used.update(_refs(kind, node))


class _Renderer(Renderer):
    """In the words of this operator."""

    sections = _SECTIONS
    defaults = _DEFAULTS
    left_out = frozenset({"data_stream_enable", "match_tag", "use_rdkafka", "configure_kubernetes_labels"})

    def sections_of(self, plugin: str) -> Table[str, str]:
        """The sections of a plugin, by their keys."""
        return {**_SECTIONS, "labels": "label"} if plugin == "loki" else _SECTIONS

    def buffer(self, name: Scalar | None, node: Mapping) -> None:
        """A buffer, of which there is one in each output unless it is disabled."""
        if node.text("disabled") == "true":
            return
        tags = node.text("tags") if "tags" in node.values else "tag,time"
        argument = "" if tags.startswith("[") else tags
        kind = "" if "type" in node.values else "  @type file\n"
        self.add(f"<buffer{' ' * bool(argument)}{argument}>\n{kind}", name)
        for key, value in node.values.items():
            if isinstance(value, Scalar) and key not in ("tags", "disabled"):
                self.param(key, node.keys[key], value, "buffer")
        if node.text("type") in ("", "file") and "path" not in node.values:
            self.add("  path /buffers/*.buffer\n")
        for key, text in _BUFFER.items():
            if key not in node.values and (key == "retry_forever" or "time" in argument):
                self.add(f"  {key} {text}\n")
        self.add("</buffer>\n")


def _key(kind: str, node: Mapping) -> tuple[str, str]:
    return kind, resource_name(node).rpartition("/")[2]


def _file_name(ref: tuple[str, str]) -> str:
    return f"{ref[0].lower()}-{ref[1]}.conf"


def _refs(kind: str, node: Mapping) -> Iterator[tuple[str, str]]:
    for key, target in _FLOWS[kind]:
        listed = inner(node, "spec", key)
        for item in listed.items if isinstance(listed, Sequence) else ():
            if isinstance(item, Scalar):
                yield target, item.value


def _flow(file: SourceFile, node: Mapping, outputs: Iterable[str]) -> RenderedText:
    """The filters of a flow, and the match that its outputs stand in."""
    out = _Renderer(file.data)
    filters = inner(node, "spec", "filters")
    items = filters.items if isinstance(filters, Sequence) else ()
    for item in (each for each in items if isinstance(each, Mapping)):
        for key, value in item.values.items():
            if key in FILTERS and isinstance(value, Mapping):
                out.add(f"<filter **>\n  @type {FILTERS[key]}\n", item.keys[key])
                out.plugin(FILTERS[key], value)
                out.add("</filter>\n")
    names = list(outputs)
    kind = node.values["kind"]
    if out.pieces and names and isinstance(kind, Scalar):
        out.add("<match **>\n" + ("  @type copy\n" if len(names) > 1 else ""))
        for name in names:
            include = f"  @include {name}\n"
            out.add(f"  <store>\n  {include}  </store>\n" if len(names) > 1 else include)
        out.add("</match>\n")
    return out.text()


def _output(file: SourceFile, node: Mapping, *, alone: bool) -> RenderedText:
    """What stands in the match of an output; ``alone`` with the match around it."""
    out = _Renderer(file.data)
    spec = inner(node, "spec")
    if not isinstance(spec, Mapping):
        return out.text()
    for key, value in spec.values.items():
        if key in OUTPUTS:
            settings = value if isinstance(value, Mapping) else Mapping()
            plugin = next((other for word, other in _OTHERWISE.get(key, ()) if settings.text(word) == "true"), OUTPUTS[key])
            out.add(("<match **>\n" if alone else "") + f"  @type {plugin}\n", spec.keys[key])
            out.plugin(plugin, settings)
            if "buffer" not in settings.values and plugin not in _UNBUFFERED:
                out.buffer(None, Mapping())
            out.add("</match>\n" if alone else "")
    return out.text()


FILTERS = {
    name: name for name in ("parser", "record_transformer", "record_modifier", "grep", "stdout", "dedot", "concat", "throttle")
}
FILTERS |= {name: name for name in ("geoip", "prometheus", "elasticsearch_genid", "kube_events_timestamp")}
FILTERS["useragent"] = "ua_parser"
"""The plugins of filters, by their keys; without those that emit events again, which are outputs in between."""

OUTPUTS = {
    name: name
    for name in ("elasticsearch", "opensearch", "s3", "gcs", "loki", "datadog", "forward", "file", "http", "redis", "oss")
}
OUTPUTS |= {name: name for name in ("gelf", "sqs", "logdna", "newrelic", "rabbitmq", "mattermost")}
OUTPUTS |= {
    "kafka": "kafka2",
    "cloudwatch": "cloudwatch_logs",
    "kinesisFirehose": "kinesis_firehose",
    "kinesisStream": "kinesis_streams",
}
OUTPUTS |= {"splunkHec": "splunk_hec", "nullout": "null"}
OUTPUTS |= {"azurestorage": "azure-storage-append-blob"}
"""The plugins of outputs, by their keys."""

_OTHERWISE = {name: (("data_stream_enable", f"{name}_data_stream"),) for name in ("elasticsearch", "opensearch")}
_OTHERWISE["kafka"] = (("use_rdkafka", "rdkafka2"),)
