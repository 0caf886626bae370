"""The settings of a plugin as its code has them: by the types and defaults of its file."""

from __future__ import annotations

from collections.abc import Mapping

from pipelint.base.block import Block, Param
from pipelint.base.text.document import Place
from pipelint.base.value import Value, ValueKind
from pipelint.engines.logstash.trace.values.event import path_of
from pipelint.engines.logstash.trace.values.nested import LostError, Path
from pipelint.engines.logstash.trace.values.text import has_digits, java_order, ruby_text
from pipelint.engines.logstash.types import boolean
from pipelint.graph.stage import Kind, Stage
from pipelint.plugins import ParamSpec, plugin_spec, stage_kinds

_ECS = {"disabled": False, "v1": True, "v8": True}
# The settings of inputs that decide on what is in their events.
_OF_SOURCES = ("type", "tags", "add_field", "include_codec_tag", "enrich")
_SCALARS = (ValueKind.STRING, ValueKind.BAREWORD, ValueKind.NUMBER)


class RefusedError(Exception):
    """Logstash does not start with this plugin: ``args[0]`` says why."""


class Settings:
    """The settings of one plugin. ``ecs`` says whether it names fields as the Elastic Common Schema does.

    Raises LostError for a plugin that is not known, or has settings that its file does not know.
    """

    def __init__(self, stage: Stage, block: Block, pipeline: Block | None) -> None:
        self.stage, self.block = stage, block
        spec = plugin_spec("logstash", stage_kinds("logstash").get(stage.kind.value, ""), stage.plugin)
        if spec is None:
            raise LostError(f"what the plugin {stage.plugin} does is not known here")
        self.specs: Mapping[str, ParamSpec] = spec.body.params
        given = "disabled" if pipeline is None else pipeline.value("pipeline.ecs_compatibility", "v8")
        self.ecs = _ECS.get(block.value("ecs_compatibility", given), True)
        escapes = pipeline is not None and pipeline.value("config.support_escapes", "false") != "false"
        for param in block.params.values():
            self._judge(param, escapes=escapes)

    def _judge(self, param: Param, *, escapes: bool) -> None:
        if self.stage.kind is Kind.SOURCE and param.name not in _OF_SOURCES:
            return
        text = param.place.text
        if "${" in text:
            raise LostError("a variable of the environment in its settings", param.place)
        if escapes and "\\" in text:
            raise LostError("escapes in its settings", param.place)
        spec = self.specs.get(param.name)
        if spec is None or spec.removed:
            raise LostError(f"the plugin has no setting {param.name}", param.name_place)

    def has(self, name: str) -> bool:
        """Whether the config sets it."""
        return name in self.block.params

    def place(self, name: str) -> Place | None:
        """Where its value stands."""
        param = self.block.params.get(name)
        return None if param is None else param.place

    def value(self, name: str) -> Value | None:
        """Its value as it is written, None where the config does not set it."""
        param = self.block.params.get(name)
        return None if param is None else param.data

    def _default(self, name: str) -> object:
        return self.specs[name].default

    def optional(self, name: str) -> str | None:
        """A text, the default where it is not set, None without one."""
        value = self.value(name)
        if value is None:
            default = self._default(name)
            return None if default is None else str(default)
        if value.kind is ValueKind.ARRAY and len(value.items) == 1:
            value = value.items[0]
        return text_of(value)

    def text(self, name: str) -> str:
        """A text that is set or has a default."""
        found = self.optional(name)
        if found is None:
            raise RefusedError(f"the setting {name} is missing")
        return found

    def path(self, name: str) -> Path:
        """The field that it names."""
        return path_of(self.text(name))

    def flag(self, name: str) -> bool:
        """True or false."""
        value = self.optional(name)
        found = boolean("" if value is None else value.lower() if not self.has(name) else value)
        if found is None and value is not None:
            raise RefusedError(f"the setting {name} must be true or false")
        return bool(found)

    def number(self, name: str) -> float:
        """A number."""
        text = self.text(name)
        try:
            return int(text) if has_digits(text) else float(text)
        except ValueError as error:
            raise RefusedError(f"the setting {name} must be a number") from error

    def texts(self, name: str) -> list[str]:
        """A list of texts; one text alone is a list, too."""
        value = self.value(name)
        if value is None:
            default = self._default(name)
            return [str(item) for item in (default if isinstance(default, list) else [] if default is None else [default])]
        items = value.items if value.kind is ValueKind.ARRAY else (value,)
        return [text_of(item) for item in items]

    def pairs(self, name: str) -> list[tuple[str, Value]]:
        """The entries of a hash in the order in which Logstash has them, each key once."""
        value = self.value(name)
        if value is None:
            default = self._default(name)
            if default:
                raise LostError(f"the default of {name}")
            return []
        keys = [entry.key for entry in value.entries] or value.items[::2]
        if any(key.kind is ValueKind.NUMBER for key in keys):
            raise LostError("a number as a key", value.place)
        if value.kind is ValueKind.ARRAY and len(value.items) % 2 == 0:
            return list(dict(zip((item.text for item in value.items[::2]), value.items[1::2], strict=True)).items())
        if value.kind is not ValueKind.HASH:
            raise RefusedError(f"the setting {name} must be a hash")
        return java_order({entry.key.text: entry.value for entry in value.entries}.items(), lambda pair: pair[0])

    def text_pairs(self, name: str) -> list[tuple[str, str]]:
        """The entries of a hash whose values are texts."""
        return [(key, text_of(value)) for key, value in self.pairs(name)]


def text_of(value: Value) -> str:
    """What Ruby makes of a literal that is put into a text."""
    if value.kind not in _SCALARS:
        raise LostError("a list or hash where a text is wanted", value.place)
    if value.kind is ValueKind.NUMBER and not has_digits(value.text):
        return ruby_text(float(value.text))
    return value.text


def values_of(value: Value) -> list[str]:
    """What Ruby makes of a literal that is taken as a list of texts."""
    return [text_of(item) for item in (value.items if value.kind is ValueKind.ARRAY else (value,))]


def literal(value: Value) -> object:
    """What Ruby makes of a literal: a text, number, or list of them."""
    match value.kind:
        case ValueKind.STRING | ValueKind.BAREWORD:
            return value.text
        case ValueKind.NUMBER if has_digits(value.text):
            return int(value.text)
        case ValueKind.NUMBER:
            return float(value.text)
        case ValueKind.ARRAY:
            return [literal(item) for item in value.items]
    raise LostError("a hash as a value", value.place)
