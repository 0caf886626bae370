"""How Logstash's plugins declare what they take: ``config_name``, ``config``, ``default``, mixins, base classes."""

from __future__ import annotations

from collections.abc import Mapping

from pipelint.base.lean.record import replace
from pipelint.plugins.ruby.declared import Call, Parameter, Plugin, Section, holds
from pipelint.plugins.ruby.names import Module, Names
from pipelint.plugins.ruby.walk import Walk

_KINDS = {"Inputs": "input", "Filters": "filter", "Outputs": "output", "Codecs": "codec"}
_MIXIN = "LogStash::PluginMixins::"
# Mixins of other gems by what the form has for them: a group of shared.yaml, or nothing, as they declare no settings, or those
# that every plugin has.
_GROUPS = {"HttpClient": "http-client", "AwsConfig": "aws", "AwsConfig::V2": "aws"}
_SILENT = (
    "DeprecationLoggerSupport", "EventSupport::EventFactoryAdapter", "EventSupport::FromJsonHelper", "NormalizeConfigSupport",
    "PluginFactorySupport", "Scheduler", "ECSCompatibilitySupport", "ECSCompatibilitySupport::TargetCheck",
    "ValidatorSupport::FieldReferenceValidationAdapter", "ValidatorSupport::RequiredHostOptionalPortValidationAdapter",
)  # fmt: skip
_DECLARING = {"CATrustedFingerprintSupport": {"ca_trusted_fingerprint": Parameter("string", multiple=True)}}
_ELSEWHERE = (
    "Stud::Interval", "Stud::Trap", "LogStash::Util::Loggable", "LogStash::Util::SocketPeer", "Forwardable", "Enumerable",
    "Comparable", "MonitorMixin", "Singleton", "FileUtils", "ERB::Util", "Java",
)  # fmt: skip


class LogstashDeclarations:
    """Reads the declarations of Logstash's plugins."""

    naming = frozenset(("config_name",))
    words = frozenset(("config", "default"))

    def named(self, call: Call, names: Names) -> tuple[Plugin, Module] | str:
        """The plugin of ``config_name "name"``, which stands in its class."""
        if not call.code.scope.nesting or (module := names.modules.get(call.code.scope.nesting[-1])) is None:
            return ""
        match call.args:
            case (str() as name,):
                if kind := _kind(module, names):
                    return Plugin(kind, name, call.place), module
                return f"the kind of the plugin {name} is not known: it is left out"
        return "the name of this plugin is code: it is left out"

    def knows(self, name: str, plugin: Plugin) -> bool:
        """Whether it is one of the engine's own, of gems that many plugins use, or of Ruby's."""
        match name.split("::"):
            case ["LogStash", kind, "Base"] if kind in _KINDS:
                return True
            case ["LogStash", "Inputs", "Threadable"]:
                plugin.body.parameters["threads"] = Parameter("number", default=1)
                return True
        short = name.removeprefix(_MIXIN)
        if short in _GROUPS and name != short:
            if _GROUPS[short] not in plugin.groups:
                plugin.groups.append(_GROUPS[short])
            return True
        if short in _DECLARING and name != short:
            plugin.body.parameters |= {key: replace(each) for key, each in _DECLARING[short].items()}
            return True
        return (short in _SILENT and name != short) or name in _ELSEWHERE

    def declare(self, call: Call, section: Section, walk: Walk) -> None:
        """A setting, or the default of one that every plugin has."""
        match call.word, call.args:
            case "config", (str() as name, *_) if name.startswith("/"):
                # A regex: which names settings may have.
                walk.open(f"{call.place} takes settings whose names match {name}")
            case "config", (str() as name, *_):
                section.parameters[name] = _parameter(call)
            case "default", (str() as name, value):
                if name in section.parameters:
                    section.parameters[name].take_default(value)
                else:
                    section.defaults[name] = value
            case _:
                walk.open(f"{call.place} declares something whose name is code")

    def finish(self, plugin: Plugin, modules: list[Module]) -> None:
        """Nothing: all that its plugins take is declared."""


def _parameter(call: Call) -> Parameter:
    options: Mapping[str, object] = call.options or {}
    kind = options.get("validate")
    match kind:
        case str():
            found = Parameter(kind)
        case None:
            found = Parameter("any")
        case list():
            found = Parameter("enum")
            found.take_allowed(kind)
        case _:
            found = Parameter("any")
            found.take_allowed(kind)
    if call.options is None:
        found.notes += ("some of its options are code",)
    if call.condition:
        found.notes += (f"it is there only {call.condition}",)
    if "default" in options:
        found.take_default(options["default"])
    found.multiple = holds(options.get("list"))
    found.deprecated, found.removed = bool(options.get("deprecated")), bool(options.get("obsolete"))
    found.required = holds(options.get("required")) and not (found.removed or call.condition)
    said = options.get("deprecated") or options.get("obsolete")
    found.said = said if isinstance(said, str) else ""
    return found


def _kind(module: Module, names: Names) -> str:
    """The kind of the plugin: that of its base class, else of the module that it stands in."""
    for each in (module, *names.ancestors(module)):
        for base, scope in each.bases:
            for full in names.candidates(base, scope.nesting):
                match full.split("::"):
                    case ["LogStash", kind, _] if kind in _KINDS:
                        return _KINDS[kind]
    match module.name.split("::"):
        case ["LogStash", kind, _] if kind in _KINDS:
            return _KINDS[kind]
    return ""
