"""The regular expressions of Logstash's configs, read as their plugins read them.

``config.support_escapes`` apart, a text is what stands between its quotes. What holds a field of the event or a variable of the
environment is not known and left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from pipelint.base.block import Block
from pipelint.base.condition import Condition, LiteralOperand, Test, terms
from pipelint.base.lean.late import late
from pipelint.base.value import Value, ValueKind
from pipelint.engines.logstash.facts.grok import filter_groks, logstash_library
from pipelint.engines.logstash.grok import GROK
from pipelint.engines.logstash.types import is_true
from pipelint.facts.grok.troubles import GrokUse
from pipelint.facts.regexes.use import RegexUse, Role, whole
from pipelint.facts.regexes.where import MATCHES
from pipelint.facts.values import ParamFact
from pipelint.plugins import plugin_of

_GROUP = late(r"\\\d|\\k<|\\[&`'0]")
Settings: TypeAlias = Mapping[str, ParamFact]
_TEXTS = (ValueKind.STRING, ValueKind.BAREWORD)


def logstash_uses(plugin: str, block: Block, settings: Settings) -> Iterator[RegexUse]:
    """The regular expressions of one plugin or codec."""
    read = READERS.get(plugin)
    return iter(()) if read is None else read(block, settings)


def condition_uses(condition: Condition, block: Block) -> Iterator[RegexUse]:
    """The regular expressions of an ``if``."""
    for term in terms(condition):
        match term:
            case Test(operator, _, LiteralOperand(value)) if operator in MATCHES:
                yield from _text(value, Role.TEST, operator, block)


def _known(text: str) -> bool:
    return bool(text) and "${" not in text and "%{" not in text


def _text(value: Value, role: Role, name: str, block: Block, *, used: bool = False) -> Iterator[RegexUse]:
    if _known(value.text) and value.content_place.text == value.text:
        yield RegexUse(role, "joni", name, value.text, "", whole(value.content_place, value.text), block, used)


def _expanded(grok: GrokUse, role: Role, name: str, block: Block, key: str) -> Iterator[RegexUse]:
    expansion = grok.expansion()
    if expansion.complete and "${" not in grok.text:
        options = expansion.dialect.options
        yield RegexUse(role, "joni", name, expansion.regex, options, (), block, key=key, grok=grok, expansion=expansion)


def _grok(block: Block, settings: Settings) -> Iterator[RegexUse]:
    stops = block.value("break_on_match") != "false"
    groups = _fields(block)
    for grok in filter_groks("grok", block, settings):
        key = groups.get(grok.place.span.start, "") if stops else ""
        yield from _expanded(grok, Role.PARSE, "match", block, key)


def _fields(block: Block) -> dict[int, str]:
    """By where a pattern begins the field that it is tried on."""
    match = block.param("match")
    data = None if match is None else match.data
    if data is None:
        return {}
    pairs = [(entry.key, entry.value) for entry in data.entries] or list(zip(data.items[::2], data.items[1::2], strict=False))
    return {item.place.span.start: key.text for key, value in pairs for item in (value.items or (value,))}


def _mutate(block: Block, _: Settings) -> Iterator[RegexUse]:
    """Fields, expressions and what replaces them, in turn."""
    param = block.param("gsub")
    items = () if param is None or param.data is None else param.data.items
    for expression, replacement in zip(items[1::3], items[2::3], strict=False):
        if expression.kind in _TEXTS:
            yield from _text(expression, Role.REPLACE, "gsub", block, used=bool(_GROUP.search(replacement.text)))


def _multiline(block: Block, settings: Settings) -> Iterator[RegexUse]:
    """The pattern of a multiline codec or filter, which is one of grok."""
    param = block.param("pattern")
    if param is None or param.data is None or param.data.kind not in _TEXTS:
        return
    ecs = settings["pipeline.ecs_compatibility"].value if "pipeline.ecs_compatibility" in settings else ""
    grok = GrokUse(param.data.text, param.data.place, GROK, logstash_library(block, ecs))
    # Lines that match belong to another, unless negate says that those do which do not.
    role = Role.FIRST if is_true(block, "negate") else Role.TEST
    yield from _expanded(grok, role, "pattern", block, "")


def _prune(block: Block, _: Settings) -> Iterator[RegexUse]:
    for name in plugin_of("logstash", "filter", "prune").holds.get("regex", ()):
        param = block.param(name)
        if param is None or param.data is None:
            continue
        values = [entry.value for entry in param.data.entries] or list(param.data.items) or [param.data]
        for value in values:
            if value.kind in _TEXTS:
                yield from _text(value, Role.TEST, name, block)


def _kv(block: Block, _: Settings) -> Iterator[RegexUse]:
    for name in plugin_of("logstash", "filter", "kv").holds.get("regex", ()):
        param = block.param(name)
        if param is not None and param.data is not None:
            yield from _text(param.data, Role.SPLIT, name, block)


READERS: Mapping[str, Callable[[Block, Settings], Iterator[RegexUse]]] = {
    "grok": _grok,
    "mutate": _mutate,
    "multiline": _multiline,
    "prune": _prune,
    "kv": _kv,
}
"""What reads the regexes of a plugin; their files say that they hold one."""
