"""What the logging operator makes of ``Logging.spec.fluentbit`` and of a FluentbitAgent: the sections of which it says something.

What it renders is as its own code says (kube-logging/logging-operator, ``pkg/resources/fluentbit`` and ``pkg/sdk/logging``): keys
are parameters, what they leave open has the operator's defaults. Where it sends to is known in the cluster alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.text.document import SourceFile
from pipelint.engines.fluentbit.discovery.operators.fields import prefixed
from pipelint.engines.fluentbit.discovery.operators.render import Writer
from pipelint.sources.hosts.protocol import Folder, ScalarText, Text, inner, resource_name
from pipelint.yaml.tree import Mapping, Node, Scalar, Sequence

_GROUP = "logging.banzaicloud.io/"
_SPECS = {"Logging": ("spec", "fluentbit"), "FluentbitAgent": ("spec",)}
_SERVICE = {"flush": "flush", "grace": "grace", "logLevel": "log_level", "coroStackSize": "coro_stack_size"}
_HEALTH = {"hcErrorsCount": "hc_errors_count", "hcRetryFailureCount": "hc_retry_failure_count", "hcPeriod": "hc_period"}
_TAIL = {
    **{"Path": "/var/log/containers/*.log", "Refresh_Interval": "5", "Skip_Long_Lines": "On", "File_Cache_Advise": "On"},
    **{"DB": "/tail-db/tail-containers-state.db", "DB.locking": "true", "Mem_Buf_Limit": "5MB", "Tag": "kubernetes.*"},
}
_OTHER_PARSERS = ("Parser", "Parser_Firstline", "Parser_N", "Multiline", "Multiline_Flush", "Docker_Mode", "Docker_Mode_Flush")
_OTHER_PARSERS += ("Docker_Mode_Parser",)
"""What counts for nothing beside ``multiline.parser``."""
_KUBERNETES = {
    **{"Match": "kubernetes.*", "Buffer_Size": "0", "Kube_URL": "https://kubernetes.default.svc:443", "Merge_Log": "On"},
    **{"Kube_CA_File": "/var/run/secrets/kubernetes.io/serviceaccount/ca.crt", "Kube_Token_TTL": "600"},
    **{"Kube_Token_File": "/var/run/secrets/kubernetes.io/serviceaccount/token", "namespace_labels": "On"},
    **{"Kube_Tag_Prefix": "kubernetes.var.log.containers", "K8S-Logging.Exclude": "On"},
}
_FILTERS = {"filterGrep": ("grep", {"Match": "*"}), "filterKubernetes": ("kubernetes", _KUBERNETES)}
_FILTERS |= {"filterAws": ("aws", {"Match": "*", "imds_version": "v2"})}
_OUTPUT = ("forwardOptions", "network", "tls")
_PARSERS = "custom-parsers.conf"


class LoggingOperator:
    """The agents that it runs."""

    kinds = tuple(_SPECS)
    certain = False

    def may_be_in(self, file: SourceFile, *, yaml: bool) -> bool:
        """By the API group, and the agent."""
        return yaml and _GROUP.encode() in file.data and b"luentbit" in file.data

    def held(self, file: SourceFile, node: Mapping, kind: str) -> Iterator[Folder]:
        """The config of an agent, each section a text by itself, as the resource may say them in any order."""
        spec = inner(node, *_SPECS[kind])
        if not node.text("apiVersion").startswith(_GROUP) or not isinstance(spec, Mapping) or "customConfigSecret" in spec.values:
            return
        made = {"1": ("", _service(file.data, spec)), "2": ("inputTail", _tail(file.data, spec.values.get("inputTail")))}
        for number, (field, (plugin, defaults)) in enumerate(_FILTERS.items(), 3):
            made[str(number)] = field, _filter(file.data, plugin, defaults, spec.values.get(field))
        made["6"] = "filterModify", _modify(file.data, spec.values.get("filterModify"))
        made["7"] = "output", _output(file.data, spec)
        texts: dict[str, Text] = {}
        where: dict[str, str] = {}
        for name, (field, out) in made.items():
            text = out.text()
            if text.value() and text.is_in_order:
                texts[f"{name}.conf"], where[f"{name}.conf"] = text, field
        parsers = spec.values.get("customParsers")
        if isinstance(parsers, Scalar):
            texts[_PARSERS], where[_PARSERS] = ScalarText(parsers), "customParsers"
        if texts:
            path = ".".join(_SPECS[kind])
            yield Folder(file, kind, resource_name(node), texts, path=path, where=where, open=True)


def _service(data: bytes, spec: Mapping) -> Writer:
    out = Writer(data)
    used = [field for field in spec.values if field in _SERVICE or field in ("bufferStorage", "healthCheck", "customParsers")]
    if not used:
        return out
    out.head("SERVICE", spec.keys[used[0]])
    out.key("parsers_file", None, "/fluent-bit/etc/parsers.conf")
    for field in used:
        value, name = spec.values[field], spec.keys[field]
        if field in _SERVICE:
            out.field(_SERVICE[field], name, value)
        elif field == "customParsers":
            out.key("parsers_file", name, f"/fluent-bit/etc-operator/{_PARSERS}")
        elif isinstance(value, Mapping):
            out.key("health_check", name, "on" if field == "healthCheck" else "")
            out.body(value, _HEALTH)
    return out


def _tail(data: bytes, node: Node | None) -> Writer:
    out = Writer(data)
    if not isinstance(node, Mapping) or not node.values:
        return out
    multiline = node.values.get("multiline.parser")
    _begin(out, "INPUT", "tail", node, _TAIL)
    if "Parser" not in node.values and multiline is None:
        out.key("Parser", None, "cri")
    for field, value in node.values.items():
        if field == "multiline.parser" and isinstance(value, Sequence):
            listed = [item.value for item in value.items if isinstance(item, Scalar)]
            out.key(field, node.keys[field], ", ".join(listed))
        elif field == "Parser_N" and isinstance(value, Sequence) and multiline is None:
            for number, item in enumerate(value.items):
                out.field(f"Parse_{number}", node.keys[field], item)
        elif multiline is None or field not in _OTHER_PARSERS:
            out.field(field, node.keys[field], value)
    return out


def _begin(out: Writer, section: str, plugin: str, node: Mapping, defaults: dict[str, str]) -> None:
    """The head of a section, and the operator's defaults."""
    out.head(section, next(iter(node.keys.values())))
    out.key("name", None, plugin)
    for key, value in defaults.items():
        if not node.text(key):
            out.key(key, None, value)


def _filter(data: bytes, plugin: str, defaults: dict[str, str], node: Node | None) -> Writer:
    out = Writer(data)
    if isinstance(node, Mapping) and node.values:
        _begin(out, "FILTER", plugin, node, defaults)
        out.body(node, {"LogicalOp": "Logical_Op"})
    return out


def _modify(data: bytes, node: Node | None) -> Writer:
    out = Writer(data)
    for item in node.items if isinstance(node, Sequence) else ():
        if not isinstance(item, Mapping) or not item.values:
            continue
        _begin(out, "FILTER", "modify", item, {"Match": "*"})
        for field, listed in item.values.items():
            for one in listed.items if isinstance(listed, Sequence) else ():
                for word, value in one.values.items() if isinstance(one, Mapping) else ():
                    if isinstance(one, Mapping) and isinstance(value, Mapping):
                        text = f"{value.text('key')} {value.text('value')}".strip()
                        before = f"{word} " if field == "conditions" else ""
                        out.key("Condition" if before else word, one.keys[word], before + text)
    return out


def _output(data: bytes, spec: Mapping) -> Writer:
    out = Writer(data)
    used = [field for field in spec.values if field in _OUTPUT]
    if not used:
        return out
    out.head("OUTPUT", spec.keys[used[0]])
    out.key("name", None, "forward")
    out.key("match", None, "*")
    host = spec.text("targetHost") or "${aggregator}"
    out.key("host", None, host)
    out.key("port", None, spec.text("targetPort") or "24240")
    for field in used:
        value, name = spec.values[field], spec.keys[field]
        if not isinstance(value, Mapping):
            continue
        if field == "network":
            prefixed(out, name, "net.", value)
        elif field == "forwardOptions":
            out.body(value, {})
        elif value.text("enabled") == "true":
            out.key("tls", name, "on")
            out.key("tls.verify", None, "off")
            for key, file in (("ca_file", "ca.crt"), ("crt_file", "tls.crt"), ("key_file", "tls.key")):
                out.key(f"tls.{key}", None, f"/fluent-bit/tls/{file}")
            if value.text("sharedKey"):
                out.field("shared_key", value.keys["sharedKey"], value.values["sharedKey"])
            else:
                out.key("empty_shared_key", None, "true")
    return out
