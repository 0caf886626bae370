"""The sections that the logging operator writes of what its resources say.

What it renders is as its own code says (kube-logging/logging-operator, ``pkg/sdk/logging/model`` and ``pkg/resources``): keys are
parameters, what a section needs and the resource leaves open has the operator's defaults.
"""

from __future__ import annotations

from collections.abc import Mapping as Table
from collections.abc import Sequence as Several

from pipelint.engines.fluentd.discovery.operators.render import Renderer
from pipelint.sources.hosts.protocol import inner
from pipelint.sources.hosts.texts.rendered import RenderedText
from pipelint.yaml.tree import Mapping, Node, Scalar, Sequence

LOG_KEY = "message"
"""The field that holds the line, unless a Logging says otherwise."""
_SOURCE = "in_forward"
_SYSTEM = {"workers": "workers", "rootDir": "root_dir", "logLevel": "log_level"}
_SYSTEM |= {"ignoreSameLogInterval": "ignore_same_log_interval", "ignoreRepeatedLogInterval": "ignore_repeated_log_interval"}
_SYSTEM |= {"enableMsgpackTimeSupport": "enable_msgpack_time_support"}
"""The parameters of ``<system>``, by their keys."""
_SECTIONS = {name: name for name in ("parse", "format", "regexp", "exclude", "and", "or", "labels", "security", "auth", "fields")}
_SECTIONS |= {"records": "record", "patterns": "pattern", "grok_patterns": "grok", "metrics": "metric", "replaces": "replace"}
_SECTIONS |= {name: name for name in ("assume_role_credentials", "instance_profile_credentials", "shared_credentials")}
_SECTIONS |= {"servers": "server", "process_credentials": "process_credentials", "object_metadata": "object_metadata"}
_SECTIONS_OF = {"loki": {"labels": "label"}, _SOURCE: {"transport": "transport tls"}}
_UNBUFFERED = frozenset({"null", "mattermost"})
_DEFAULTS = {
    _SOURCE: {"port": "24240", "bind": "0.0.0.0"},
    "geoip": {"skip_adding_null_record": "true"},
    "loki": {"line_format": "json"},
    "newrelic": {"base_uri": "https://log-api.newrelic.com/log/v1"},
    "azure-storage-append-blob": {"format": "json"},
    "s3": {"s3_object_key_format": "%{path}%{time_slice}_%{uuid_hash}_%{index}.%{file_extension}"},
}
_OWN_TLS = """\
<transport tls>
  version TLSv1_2
  ca_path /fluentd/tls/ca.crt
  cert_path /fluentd/tls/tls.crt
  private_key_path /fluentd/tls/tls.key
  client_cert_auth true
</transport>
<security>
  self_hostname fluentd
  shared_key "#{ENV['sharedKey']}"
</security>
"""
"""What the source has where the operator cares for TLS."""
_BUFFER = {"retry_forever": "true", "timekey": "10m", "timekey_wait": "1m"}
"""What is written into each buffer that does not say it."""


class _Renderer(Renderer):
    """In the words of this operator."""

    sections = _SECTIONS
    left_out = frozenset({"data_stream_enable", "match_tag", "use_rdkafka", "configure_kubernetes_labels"})

    def __init__(self, data: bytes, log_key: str = LOG_KEY) -> None:
        super().__init__(data)
        self.defaults = {**_DEFAULTS, "parser": {"key_name": log_key}, "concat": {"key": log_key}}

    def sections_of(self, plugin: str) -> Table[str, str]:
        """The sections of a plugin, by their keys."""
        return {**_SECTIONS, **_SECTIONS_OF.get(plugin, {})}

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


def process_texts(data: bytes, filters: Node | None, process: Node | None, log_key: str) -> dict[str, RenderedText]:
    """What comes before all flows: settings of the process, the source and the global filters, by the keys they are made of.

    Without the last two there is nothing. Each is a text of its own, as the resource may have them in any order.
    """
    system, source, first = _Renderer(data), _Renderer(data), _Renderer(data, log_key)
    _filters(first, filters)
    said = ""
    if isinstance(process, Mapping):
        _source(source, process)
        if source.pieces or first.pieces:
            said = system.process(process, _SYSTEM)
    return {said: system.text(), "forwardInputConfig": source.text(), "globalFilters": first.text()}


def _source(out: _Renderer, process: Mapping) -> None:
    source = process.values.get("forwardInputConfig")
    if not isinstance(source, Mapping):
        return
    tls = inner(process, "tls")
    own = isinstance(tls, Mapping) and tls.text("enabled") == "true"
    if own:
        out.left_out |= {"transport", "security"}
    out.add("<source>\n  @type forward\n", process.keys["forwardInputConfig"])
    out.plugin(_SOURCE, source)
    out.add((_OWN_TLS if own else "") + "</source>\n")


def flow_text(data: bytes, spec: Mapping, outputs: Several[str], log_key: str, *, bare: bool) -> RenderedText:
    """The filters of a flow, and the match that includes its outputs; without filters only if ``bare``."""
    out = _Renderer(data, log_key)
    _filters(out, spec.values.get("filters"))
    if outputs and (out.pieces or bare):
        # It stands after the last filter. Without any, where the outputs are named.
        at = None if out.pieces else next((spec.keys[key] for key in spec.values if key.lower().endswith("outputrefs")), None)
        out.add("<match **>\n" + ("  @type copy\n" if len(outputs) > 1 else ""), at)
        for name in outputs:
            include = f"  @include {name}\n"
            out.add(f"  <store>\n  {include}  </store>\n" if len(outputs) > 1 else include)
        out.add("</match>\n")
    return out.text()


def _filters(out: _Renderer, filters: Node | None) -> None:
    items = filters.items if isinstance(filters, Sequence) else ()
    for item in (each for each in items if isinstance(each, Mapping)):
        for key, value in item.values.items():
            if key in FILTERS and isinstance(value, Mapping):
                out.add(f"<filter **>\n  @type {FILTERS[key]}\n", item.keys[key])
                out.plugin(FILTERS[key], value)
                out.add("</filter>\n")


def output_text(data: bytes, spec: Mapping, *, alone: bool) -> RenderedText:
    """What stands in the match of an output; ``alone`` with the match around it."""
    out = _Renderer(data)
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
