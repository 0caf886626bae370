"""fluent-operator's inputs, filters and outputs (of a cluster, too): the sections that it would write, with their places.

What it renders is as its own code says (fluent/fluent-operator, ``apis/fluentd/v1alpha1/plugins``): keys are parameters in camel
case. What a FluentdConfig selects by labels is not put together: each resource is looked at by itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Mapping as Table

from pipelint.base.lean.late import late
from pipelint.base.text.document import SourceFile
from pipelint.engines.fluentd.discovery.operators.render import Renderer
from pipelint.sources.hosts.protocol import Folder, Text, inner, label, resource_name
from pipelint.sources.hosts.texts.rendered import RenderedText
from pipelint.yaml.tree import Mapping, Node, Scalar, Sequence

_GROUP = "fluentd.fluent.io/"
_FLUENTD = "Fluentd"
_INPUTS = ("Input", "ClusterInput")
_FILTERS = ("Filter", "ClusterFilter")
_OUTPUTS = ("Output", "ClusterOutput")
_CAPITAL = late(r"(?<=[a-z0-9])(?=[A-Z])")
_NAMES = {
    **{"clientKeyPassword": "client_key_pass", "ilmPolicyOverride": "ilm_policy_overwrite", "timeZone": "timezone"},
    **{
        "failOnPuttingTemplateRetryExceeded": "fail_on_putting_template_retry_exceed",
        "logLevel": "@log_level",
        "label": "@label",
    },
    **{
        "logEs400Reason": "log_es_400_reason",
        "logOs400Reason": "log_os_400_reason",
        "tenantID": "tenant",
        "httpUser": "username",
    },
    **{"httpPassword": "password", "insecure": "insecure_tls", "tlsCaCertFile": "ca_cert", "tlsClientCertFile": "cert"},
    **{"tlsPrivateKeyFile": "key", "corsAllOrigins": "cors_allow_origins", "label": "@label"},
}
"""Parameters that are not simply their keys in another case."""

_SYSTEM = {"workers": "workers", "logLevel": "log_level"}
INPUTS = {name: name for name in ("forward", "http", "tail", "sample")} | {"monitorAgent": "monitor_agent"}
"""The plugins of inputs, by their keys."""
FILTERS = {"grep": "grep", "recordTransformer": "record_transformer", "parser": "parser", "stdout": "stdout"}
"""The plugins of filters, by their keys."""
OUTPUTS = {name: name for name in ("forward", "http", "elasticsearch", "opensearch", "s3", "loki", "stdout", "datadog")}
OUTPUTS |= {"elasticsearchDataStream": "elasticsearch_data_stream", "kafka": "kafka2", "cloudWatch": "cloudwatch_logs"}
OUTPUTS |= {"nullPlugin": "null"}
"""The plugins of outputs, by their keys."""
_SECTIONS = {name: name for name in ("parse", "format", "inject", "regexp", "exclude", "and", "or", "grok", "security", "auth")}
_SECTIONS |= {"servers": "server", "records": "record"}
_OF_INPUTS = {name: name for name in ("parse", "transport", "security", "client", "user", "group", "rule")}
_CUSTOM = "customPlugin"
"""Has sections as they are, in a text."""
_AROUND = ("buffer", "format", "inject")


class FluentOperator:
    """Inputs and filters, all of a resource in one config; outputs, each in one of its own."""

    kinds = (_FLUENTD, *_INPUTS, *_FILTERS, *_OUTPUTS)
    certain = False

    def may_be_in(self, file: SourceFile, *, yaml: bool) -> bool:
        """By the API group."""
        return yaml and _GROUP.encode() in file.data

    def held(self, file: SourceFile, node: Mapping, kind: str) -> Iterator[Folder]:
        """The config of each."""
        spec = node.values.get("spec")
        if not node.text("apiVersion").startswith(_GROUP) or not isinstance(spec, Mapping):
            return
        called = label(kind, resource_name(node))
        if kind == _FLUENTD:
            yield from _fluentd(file, node, spec)
            return
        if kind in _OUTPUTS:
            texts = list(_outputs(file, spec, called))
        elif kind in _INPUTS:
            texts = [(called, _inputs(file, spec.values.get("inputs")))]
        else:
            texts = [(called, _filters(file, spec))]
        for what, text in texts:
            if text.value() and text.is_in_order:
                yield Folder(file, "", "", {"part.conf": text}, path="", where={"part.conf": what}, open=True)


def _fluentd(file: SourceFile, node: Mapping, spec: Mapping) -> Iterator[Folder]:
    """The inputs of all configs, with what is said of the process."""
    system, inputs = _Renderer(file.data), _inputs(file, spec.values.get("globalInputs"))
    if not inputs.value() or not inputs.is_in_order:
        return
    texts: dict[str, Text] = {"2.conf": inputs}
    where = {"2.conf": "globalInputs"}
    if said := system.process(spec, _SYSTEM):
        texts["1.conf"], where["1.conf"] = system.text(), said
    yield Folder(file, _FLUENTD, resource_name(node), texts, path="spec", where=where, open=True)


def _items(node: Node | None) -> list[Mapping]:
    return [item for item in node.items if isinstance(item, Mapping)] if isinstance(node, Sequence) else []


def _inputs(file: SourceFile, inputs: Node | None) -> RenderedText:
    out = _InputRenderer(file.data)
    for item in _items(inputs):
        if isinstance(raw := inner(item, _CUSTOM, "config"), Scalar):
            out.value(raw)
        elif any(key in INPUTS for key in item.values):
            out.add_before("<source>\n", next(iter(item.keys.values())))
            for key, value in item.values.items():
                if key in INPUTS:
                    out.add(f"  @type {INPUTS[key]}\n", item.keys[key])
                    out.plugin(INPUTS[key], value if isinstance(value, Mapping) else Mapping())
                elif isinstance(value, Scalar) and key in _NAMES:
                    out.param(key, item.keys[key], value)
            out.add("</source>\n")
    return out.text()


def _filters(file: SourceFile, spec: Mapping) -> RenderedText:
    out = _Renderer(file.data)
    for item in _items(spec.values.get("filters")):
        if isinstance(raw := inner(item, _CUSTOM, "config"), Scalar):
            out.value(raw)
        for key, value in item.values.items():
            if key in FILTERS and isinstance(value, Mapping):
                out.add(f"<filter {item.text('tag') or '**'}>\n  @type {FILTERS[key]}\n", item.keys[key])
                out.plugin(FILTERS[key], value)
                out.add("</filter>\n")
    return out.text()


def _outputs(file: SourceFile, spec: Mapping, called: str) -> Iterator[tuple[str, RenderedText]]:
    items = _items(spec.values.get("outputs"))
    for number, item in enumerate(items):
        out = _Renderer(file.data)
        plugin = next((OUTPUTS[key] for key in item.values if key in OUTPUTS), "")
        what = f"{called}, outputs[{number}]" if len(items) > 1 else called
        if isinstance(raw := inner(item, _CUSTOM, "config"), Scalar):
            out.value(raw)
            yield what, out.text()
        if not plugin:
            continue
        first = next(iter(item.keys.values()))
        out.add_before(f"<match {item.text('tag') or '**'}>\n", first)
        for key, value in item.values.items():
            if key in OUTPUTS:
                out.add(f"  @type {plugin}\n", item.keys[key])
                out.plugin(plugin, value if isinstance(value, Mapping) else Mapping())
            elif key == "buffer" and isinstance(value, Mapping):
                out.buffer(item.keys[key], value)
            elif key in _AROUND and isinstance(value, Mapping):
                out.section(key, item.keys[key], value)
        if plugin == "kafka2" and "format" not in item.values:
            out.add("<format>\n  @type json\n</format>\n")
        out.add("</match>\n")
        yield what, out.text()


class _Renderer(Renderer):
    """In the words of this operator."""

    sections = _SECTIONS
    left_out = frozenset({"labels", "labelKeys", "tag", "id"})

    def parameter(self, key: str) -> str:
        """The key in snake case, but for those that are other words."""
        return _NAMES.get(key) or _CAPITAL.sub("_", key).lower()

    def listed(self, key: str, name: Scalar, items: list[Node], sections: Table[str, str]) -> None:
        """Records are pairs of one section."""
        if key != "records":
            super().listed(key, name, items, sections)
            return
        self.add("<record>\n", name)
        for item in items:
            match item:
                case Mapping({"key": Scalar(), "value": Scalar() as value}, keys) if "\n" not in value.value:
                    self._pair(item, value, keys)
        self.add("</record>\n")

    def _pair(self, item: Mapping, value: Scalar, keys: dict[str, Scalar]) -> None:
        self.add_before(f"  {item.text('key')} ", keys["value"])
        self.value(value)

    def buffer(self, name: Scalar | None, node: Mapping) -> None:
        """A buffer: what it does not say is as the plugin has it."""
        tag = node.text("tag")
        self.add(f"<buffer{' ' * bool(tag)}{tag}>\n", name)
        for key, value in node.values.items():
            if isinstance(value, Scalar) and key not in self.left_out:
                self.param(key, node.keys[key], value, "buffer")
        if node.text("type") != "memory" and "path" not in node.values:
            self.add("  path /buffers/log\n")
        self.add("</buffer>\n")


class _InputRenderer(_Renderer):
    """Of inputs the tag is a parameter."""

    sections = _OF_INPUTS
    left_out = frozenset({"id", "sourceHostnameKey", "protocol"})

    def section(self, section: str, name: Scalar | None, node: Mapping) -> None:
        """The protocol of a transport is its argument, too."""
        super().section(f"{section} {node.text('protocol')}".rstrip() if section == "transport" else section, name, node)
