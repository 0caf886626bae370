"""fluent-operator's resources for Fluent Bit: the sections that it would write of each, with their places.

What it renders is as its own code says (fluent/fluent-operator, ``apis/fluentbit/v1alpha2``). What a ClusterFluentBitConfig
selects by labels is not put together: each resource is looked at by itself.
"""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.text.document import SourceFile
from pipelint.engines.fluentbit.discovery.operators.fields import FILTERS, INPUTS, OUTPUTS, custom, plugin, prefixed, snake
from pipelint.engines.fluentbit.discovery.operators.render import Writer
from pipelint.sources.hosts.protocol import Folder, label, resource_name
from pipelint.yaml.tree import Mapping, Node, Scalar, Sequence

_GROUPS = ("fluentbit.fluent.io/", "logging.kubesphere.io/")
"""Its API group, and the one that it had under its first name."""
_CONFIGS = ("ClusterFluentBitConfig", "FluentBitConfig")
_INPUTS = ("ClusterInput", "Input")
_FILTERS = ("ClusterFilter", "Filter")
_OUTPUTS = ("ClusterOutput", "Output")
_PARSERS = ("ClusterParser", "Parser")
_MULTILINE = ("ClusterMultilineParser", "MultilineParser")
_COMMON = {"match": "match", "matchRegex": "match_regex", "alias": "alias", "logLevel": "log_level", "retry_limit": "retry_limit"}
_FORMATS = ("json", "regex", "ltsv", "logfmt")
_STOCK = "parsers.conf"
_CUSTOM = "customPlugin"
_SERVICE = {"hotReloadEnsureThreadSafety": "hot_reload.ensure_thread_safety", "hotReloadTimeout": "hot_reload.timeout"}
_SERVICE |= {"schedulerBase": "scheduler.base", "schedulerCap": "scheduler.cap", "parsersFiles": "parsers_file"}
_SERVICE |= {"flushSeconds": "flush", "graceSeconds": "grace"}
_OF_EMITTER = frozenset(("emitterName", "emitterMemBufLimit", "emitterStorageType"))


class FluentOperator:
    """Each resource as a config of its own."""

    kinds = (*_CONFIGS, *_INPUTS, *_FILTERS, *_OUTPUTS, *_PARSERS, *_MULTILINE)
    certain = False

    def may_be_in(self, file: SourceFile, *, yaml: bool) -> bool:
        """By an API group."""
        return yaml and any(group.encode() in file.data for group in _GROUPS)

    def held(self, file: SourceFile, node: Mapping, kind: str) -> Iterator[Folder]:
        """The config of each."""
        spec = node.values.get("spec")
        if not node.text("apiVersion").startswith(_GROUPS) or not isinstance(spec, Mapping):
            return
        out = Writer(file.data)
        if kind in _CONFIGS:
            _service(out, spec)
        elif kind in _INPUTS:
            _plugins(out, "INPUT", spec, INPUTS)
        elif kind in _FILTERS:
            _filters(out, spec)
        elif kind in _OUTPUTS:
            _plugins(out, "OUTPUT", spec, OUTPUTS)
        else:
            _parser(out, node, spec, multiline=kind in _MULTILINE)
        text = out.text()
        if text.value() and text.is_in_order:
            called = label(kind, resource_name(node))
            yield Folder(file, "", "", {"part.conf": text}, path="", where={"part.conf": called}, open=True)


def _service(out: Writer, spec: Mapping) -> None:
    service = spec.values.get("service")
    if not isinstance(service, Mapping) or not service.values:
        return
    out.head("SERVICE", next(iter(service.keys.values())))
    for field, value in service.values.items():
        key, name = _SERVICE.get(field) or snake(field), service.keys[field]
        if field in _OF_EMITTER:
            continue
        if field == "storage" and isinstance(value, Mapping):
            prefixed(out, name, "storage.", value)
        elif field == "parsersFile" and isinstance(value, Scalar) and value.value == _STOCK:
            out.key(key, name, f"/fluent-bit/etc/{_STOCK}")
        else:
            out.field(key, name, value)


def _plugins(out: Writer, section: str, spec: Mapping, plugins: dict[str, str]) -> None:
    """The sections of the plugins of a resource, most often one; what all of them share stands in the first."""
    used = [field for field in spec.values if field in plugins or field in _COMMON or field == _CUSTOM]
    found = [field for field in used if field not in _COMMON]
    if not found:
        return
    out.head(section, spec.keys[used[0]])
    for field in used:
        value, name = spec.values[field], spec.keys[field]
        if field in _COMMON:
            out.field(_COMMON[field], name, value)
            continue
        if field != found[0]:
            out.head(section, name)
            for common in (each for each in used if each in _COMMON):
                out.key(_COMMON[common], None, spec.text(common))
        _one(out, plugins, field, name, value)
    if "processors" in spec.values:
        out.unknown(None)


def _one(out: Writer, plugins: dict[str, str], field: str, name: Scalar, value: Node) -> None:
    settings = value if isinstance(value, Mapping) else Mapping()
    if field == _CUSTOM:
        custom(out, settings)
    else:
        out.add(f"    name {plugins[field]}\n", name)
        plugin(out, plugins[field], settings)


def _filters(out: Writer, spec: Mapping) -> None:
    filters = spec.values.get("filters")
    for item in filters.items if isinstance(filters, Sequence) else ():
        for field, value in item.values.items() if isinstance(item, Mapping) else ():
            if (field in FILTERS or field == _CUSTOM) and isinstance(item, Mapping):
                out.head("FILTER", item.keys[field])
                if field == _CUSTOM:
                    out.add("", item.keys[field])
                for common in ("logLevel", "match", "matchRegex"):
                    out.key(_COMMON[common], None, spec.text(common))
                _one(out, FILTERS, field, item.keys[field], value)


def _parser(out: Writer, node: Mapping, spec: Mapping, *, multiline: bool) -> None:
    name = node.values.get("metadata")
    called = name.text("name") if isinstance(name, Mapping) else ""
    if not spec.keys:
        return
    first = next(iter(spec.keys.values()))
    if multiline:
        out.head("MULTILINE_PARSER", first)
        out.key("name", None, called)
        for field, value in spec.values.items():
            if field == "rules" and isinstance(value, Sequence):
                _rules(out, value.items)
            else:
                out.field(snake(field), spec.keys[field], value)
        return
    decoders = spec.values.get("decoders")
    out.head("PARSER", first)
    out.key("name", None, called)
    for field, value in spec.values.items():
        if field in _FORMATS:
            out.add(f"    format {field}\n", spec.keys[field])
            plugin(out, field, value if isinstance(value, Mapping) else Mapping())
        elif value is decoders and isinstance(decoders, Sequence):
            for item in decoders.items:
                for key in item.values if isinstance(item, Mapping) else ():
                    if isinstance(item, Mapping):
                        out.field(snake(key), item.keys[key], item.values[key])


def _rules(out: Writer, items: list[Node]) -> None:
    for item in items:
        if isinstance(item, Mapping) and item.keys:
            words = (f'"{item.text(key)}"' for key in ("start", "regex", "next"))
            out.key("rule", next(iter(item.keys.values())), " ".join(words))
