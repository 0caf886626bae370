"""How Fluentd's plugins declare what they take: ``config_param`` and its like, mixins, helpers, base classes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipelint.base.lean.record import replace
from pipelint.plugins.ruby.call import parameter_names
from pipelint.plugins.ruby.declared import Call, Parameter, Plugin, Section, holds
from pipelint.plugins.ruby.literal import Itself, Named, children
from pipelint.plugins.ruby.names import Code, Module, Names, text_of
from pipelint.plugins.ruby.walk import Walk

if TYPE_CHECKING:
    from tree_sitter import Node

_KINDS = ("input", "output", "filter", "parser", "formatter", "buffer", "storage", "sd", "metrics")
_PLUGIN_BASES = (
    "Input", "Output", "BareOutput", "MultiOutput", "Filter", "Parser", "Formatter", "Buffer", "Storage", "ServiceDiscovery",
    "Metrics",
)  # fmt: skip
_OLD_BASES = ("Input", "Output", "MultiOutput", "Filter", "Parser", "Formatter", "BasicBuffer")
_OLD_BUFFERED = ("BufferedOutput", "ObjectBufferedOutput", "TimeSlicedOutput")
# What the engine's own mixins declare (1.19; lib/fluent/compat), by their names without the module.
_TEXT, _OFF = Parameter("string"), Parameter("bool", default=False)
_MIXINS: dict[str, dict[str, Parameter]] = {
    "SetTagKeyMixin": {"include_tag_key": _OFF, "tag_key": Parameter("string", default="tag")},
    "SetTimeKeyMixin": {
        "include_time_key": _OFF, "time_key": Parameter("string", default="time"), "time_format": _TEXT,
        "timezone": _TEXT, "utc": Parameter("bool"), "localtime": Parameter("bool"),
    },
    "HandleTagNameMixin": dict.fromkeys(("remove_tag_prefix", "remove_tag_suffix", "add_tag_prefix", "add_tag_suffix"), _TEXT),
    "HandleTagAndTimeMixin": {
        "include_time_key": _OFF, "time_key": Parameter("string", default="time"), "time_format": _TEXT, "time_as_epoch": _OFF,
        "include_tag_key": _OFF, "tag_key": Parameter("string", default="tag"), "localtime": Parameter("bool", default=True),
        "timezone": _TEXT,
    },
    "RecordFilterMixin": {}, "StructuredFormatMixin": {}, "DetachProcessMixin": {}, "DetachMultiProcessMixin": {},
    "PluginLoggerMixin": {}, "Configurable": {}, "PluginId": {}, "Config": {},
}  # fmt: skip
_ELSEWHERE = (
    "Fluent::MessagePackFactory::Mixin", "Fluent::SystemConfig::Mixin", "Fluent::PluginHelper::Mixin", "Fluent::UniqueId::Mixin",
    "Forwardable", "Enumerable", "Comparable", "MonitorMixin", "Singleton", "FileUtils", "ERB::Util", "Socket::Constants",
)  # fmt: skip
# Helpers that declare a section, by what the form has for it: a group of shared.yaml, or a section that another plugin reads.
_HELPER_GROUPS = {
    "compat_parameters": "compat", "inject": "inject", "extract": "extract", "server": "server", "http_server": "server",
    "storage": "storage", "service_discovery": "service_discovery",
}  # fmt: skip
_HELPER_SECTIONS = {"parser": "parse", "formatter": "format"}
_OTHER_HELPERS = (
    "event_emitter", "timer", "thread", "event_loop", "child_process", "socket", "record_accessor", "retry_state", "cert_option",
    "metrics", "counter", "http_client", "socket_option",
)  # fmt: skip


class FluentdDeclarations:
    """Reads the declarations of Fluentd's plugins."""

    naming = frozenset(f"register_{kind}" for kind in _KINDS)
    words = frozenset(("config_param", "config_section", "config_set_default", "config_argument", "helpers"))

    def named(self, call: Call, names: Names) -> tuple[Plugin, Module] | str:
        """The plugin of ``Fluent::Plugin.register_output("name", self)``."""
        receiver = text_of(call.code.node.child_by_field_name("receiver"))
        if receiver.rpartition("::")[2] != "Plugin":
            return ""
        kind = call.word.partition("_")[2]
        match call.args:
            case (str() as name, Itself()) if call.code.scope.nesting:
                module = names.modules.get(call.code.scope.nesting[-1])
            case (str() as name, Named() as its):
                module = next((names.modules[full] for full in its.names if full in names.modules), None)
            case _:
                return f"this {kind} plugin is registered by code: it is left out"
        if module is None:
            return f"the class of the {kind} plugin {name} is not in this folder: it is left out"
        return Plugin(kind, name, call.place), module

    def knows(self, name: str, plugin: Plugin) -> bool:
        """Whether it is one of the engine's own, or of Ruby's."""
        around, _, last = name.rpartition("::")
        if around == "Fluent::Plugin" and last in _PLUGIN_BASES:
            return True
        if around in ("Fluent", "Fluent::Compat") and last in (*_OLD_BASES, *_OLD_BUFFERED):
            if last in _OLD_BUFFERED:
                _add(plugin.groups, "compat")
            return True
        if around in ("Fluent", "Fluent::Compat", "Fluent::Compat::TextFormatter") and last in _MIXINS:
            plugin.body.parameters |= {key: replace(each) for key, each in _MIXINS[last].items()}
            return True
        return name in _ELSEWHERE

    def declare(self, call: Call, section: Section, walk: Walk) -> None:
        """A parameter, a section, a default, or helpers with sections of theirs."""
        if call.word == "helpers":
            _helpers(call, walk)
            return
        name = call.args[0] if call.args else None
        if not isinstance(name, str):
            if call.word != "config_argument":
                walk.open(f"{call.place} declares something whose name is code")
            return
        match call.word:
            case "config_param":
                section.parameters[name] = _parameter(call)
            case "config_section":
                _section(name, call, section, walk)
            case "config_set_default":
                default = call.args[1] if len(call.args) > 1 else None
                if name in section.parameters:
                    section.parameters[name] = replace(section.parameters[name], required=False)
                    section.parameters[name].take_default(default)
                else:
                    section.defaults[name] = default

    def finish(self, plugin: Plugin, modules: list[Module]) -> None:
        """The parameters that ``configure`` reads of the section itself, and what it does with the section beside that."""
        for module in modules:
            if (method := module.methods.get("configure")) is not None:
                _read_in(method, plugin)
        plugin.accepts = [name for name in plugin.accepts if name not in plugin.body.parameters and not name.startswith("@")]


def _parameter(call: Call) -> Parameter:
    options = call.options or {}
    kind = call.args[1] if len(call.args) > 1 else "custom" if call.block is not None else "string"
    found = Parameter(kind if isinstance(kind, str) else "custom")
    if not isinstance(kind, str):
        found.notes += ("its type is code",)
    if call.options is None:
        found.notes += ("some of its options are code",)
    if call.condition:
        found.notes += (f"it is there only {call.condition}",)
    if "list" in options:
        found.take_allowed(options["list"])
    if "default" in options:
        found.take_default(options["default"])
    found.secret = holds(options.get("secret"))
    alias = options.get("alias")
    found.alias = alias if isinstance(alias, str) else ""
    found.deprecated, found.removed = bool(options.get("deprecated")), bool(options.get("obsoleted"))
    found.required = "default" not in options and call.options is not None and not (found.removed or call.condition)
    said = options.get("deprecated") or options.get("obsoleted")
    found.said = said if isinstance(said, str) else ""
    return found


def _section(name: str, call: Call, section: Section, walk: Walk) -> None:
    options = call.options or {}
    found = section.sections.setdefault(name, Section())
    found.required = found.required or (holds(options.get("required")) and not call.condition)
    walk.block(call, found)
    alias = options.get("alias")
    if isinstance(alias, str):
        section.sections[alias] = found


def _helpers(call: Call, walk: Walk) -> None:
    plugin = walk.plugin
    for name in call.args:
        if isinstance(name, str) and name in _HELPER_GROUPS:
            _add(plugin.groups, _HELPER_GROUPS[name])
        elif isinstance(name, str) and name in _HELPER_SECTIONS:
            plugin.body.sections.setdefault(_HELPER_SECTIONS[name], Section())
        elif name not in _OTHER_HELPERS:
            walk.open(f"{call.place} has the helper {name if isinstance(name, str) else 'that code names'}, which is not known")


def _read_in(method: Code, plugin: Plugin) -> None:
    """The names that ``configure(conf)`` asks ``conf`` for, and where it takes others of it."""
    parameters = parameter_names(method.node)
    if not parameters:
        return
    todo = [method.node]
    while todo:
        node = todo.pop()
        todo += reversed(node.named_children)
        asked = node.child_by_field_name("object") or node.child_by_field_name("receiver")
        if asked is None or text_of(asked) != parameters[0]:
            continue
        word = text_of(node.child_by_field_name("method"))
        arguments = node.child_by_field_name("arguments") if word else node
        name = _text_in(arguments) if arguments is not None else ""
        if name and word in ("", "key?", "has_key?", "fetch", "get", "delete"):
            _add(plugin.accepts, name)
        elif name and word == "elements":
            plugin.body.sections.setdefault(name, Section())
        elif word in ("each", "each_pair", "keys", "select", "reject"):
            _add(plugin.open, f"{method.scope.file.place(node)} reads parameters of any name")
        elif word in ("elements", "each_element"):
            _add(plugin.notes, "It reads sections itself in `configure`: which, its code says")


def _text_in(arguments: Node) -> str:
    """The one literal text among arguments, itself or as a value; "" where there is none."""
    values = [each.child_by_field_name("value") or each for each in children(arguments)]
    strings = [each for each in values if each.type == "string"]
    parts = children(strings[0]) if len(strings) == 1 else []
    return "".join(map(text_of, parts)) if all(part.type == "string_content" for part in parts) else ""


def _add(names: list[str], name: str) -> None:
    if name not in names:
        names.append(name)
