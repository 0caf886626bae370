"""Secrets of a config that was read: what plugins have declared as such, and which settings are none whatever their name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from pipelint.analysis.secrets.masked import apart, masked
from pipelint.analysis.secrets.names import Says, says
from pipelint.analysis.secrets.scan import scan
from pipelint.analysis.secrets.values import Range, secret_parts
from pipelint.base.block import Block, Param
from pipelint.base.document import Document, Place
from pipelint.base.record import dataclass, field
from pipelint.base.span import Span
from pipelint.base.value import Value, ValueKind
from pipelint.engines.plugins import SectionSpec, plugin_spec

_KINDS = {
    "fluentd": ("input", "filter", "output", "parser", "formatter", "buffer", "storage", "sd"),
    "logstash": ("input", "filter", "output", "codec"),
}
# What holds no text that could be a secret.
_NO_TEXT = frozenset({"bool", "boolean", "integer", "float", "number", "size", "time", "enum"})
# Settings of filters whose hashes have names of fields on both sides, or types.
_OF_FIELDS = frozenset({"rename", "copy", "convert", "coerce", "split", "join", "merge"})


@dataclass(frozen=True, slots=True)
class Told:
    """What sections say of one document, in its bytes. ``values`` are secrets as the engine reads them."""

    secret: list[Range] = field(default_factory=list)
    plain: list[Range] = field(default_factory=list)
    values: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Names:
    """Settings of one plugin, whatever its kind, and of its sections: those that are secrets, hold no text, or are hashes."""

    secret: frozenset[str] = frozenset()
    plain: frozenset[str] = frozenset()
    hashes: frozenset[str] = frozenset()


def told(engine: str, root: Block) -> dict[Document, Told]:
    """What the sections of a config say."""
    found: dict[Document, Told] = {}
    todo = [(root, _Names())]
    while todo:
        block, names = todo.pop()
        plugin = plugin_of(engine, block.name, block.arg, {name: block.value(name) for name in ("@type", "type")})
        names = _names(engine, plugin) if plugin else names
        for item in block.items:
            if isinstance(item, Block):
                todo.append((item, names))
            else:
                _param(found.setdefault(item.place.document, Told()), item, names)
    return found


def shown_value(engine: str, plugin: str, name: str, value: str) -> str:
    """The value of a setting of ``plugin`` as it may be shown; ``name`` may have the sections around it before a dot."""
    names, own = _names(engine, plugin), name.rpartition(".")[2]
    meaning = Says.DECLARED if own in names.secret else Says.NOTHING if own in names.plain else says(name)
    raw = value.encode("utf-8", "surrogatepass")
    found = scan(raw)
    ranges = apart([*found.named, *found.shaped])
    # What is in a hash has names of its own.
    if meaning is not Says.NOTHING and not (meaning is not Says.DECLARED and value.startswith("{")):
        ranges = apart([*ranges, *secret_parts(raw, 0, len(raw), meaning, ranges)])
    return masked(raw, ranges).decode("utf-8", "surrogatepass")


def plugin_of(engine: str, name: str, arg: str, values: Mapping[str, str]) -> str:
    """The plugin that a section is; "" for one that belongs to the plugin around it."""
    if engine == "fluentd":
        return values.get("@type") or values.get("type", "")
    return arg if name == "codec" else name


@cache
def _names(engine: str, plugin: str) -> _Names:
    specs = [spec.body for kind in _KINDS[engine] if (spec := plugin_spec(engine, kind, plugin)) is not None]
    params = [param for body in specs for section in _sections(body) for param in section.params.values()]
    secret = frozenset(param.name for param in params if param.secret)
    plain = frozenset(param.name for param in params if param.type in _NO_TEXT)
    return _Names(secret, plain - secret, frozenset(param.name for param in params if param.type == "hash"))


def _sections(section: SectionSpec) -> Iterator[SectionSpec]:
    yield section
    for inner in section.sections.values():
        yield from _sections(inner)


def _param(into: Told, param: Param, names: _Names) -> None:
    data = param.data
    if param.name in names.secret:
        if data is not None:
            _hide_value(into, data)
        else:
            _hide(into, _inside(param.place), param.value)
    elif param.name in names.plain or (data is not None and param.name in _OF_FIELDS):
        into.plain.append((param.place.span.start, param.place.span.end))
    elif data is not None and data.kind is ValueKind.ARRAY and param.name in names.hashes:
        # Logstash takes the items for keys and values in turn.
        for key, value in zip(data.items[::2], data.items[1::2], strict=False):
            if says(key.text) is not Says.NOTHING:
                _hide_value(into, value)


def _hide_value(into: Told, value: Value) -> None:
    for inner in (*value.items, *(entry.value for entry in value.entries)):
        _hide_value(into, inner)
    if value.kind not in (ValueKind.ARRAY, ValueKind.HASH):
        _hide(into, value.content_place, value.text)


def _hide(into: Told, place: Place, value: str) -> None:
    text, start, end = place.document.text, place.span.start, place.span.end
    parts = list(secret_parts(text, start, end, Says.DECLARED))
    into.secret.extend(parts)
    if parts == [(start, end)]:
        into.values.append(value)


def _inside(place: Place) -> Place:
    """What stands between the quotes, where there are some."""
    start, end = place.span.start, place.span.end
    first, last = place.document.text[start : start + 1], place.document.text[end - 1 : end]
    return Place(place.document, Span(start + 1, end - 1)) if end - start > 1 and first == last and first in b"\"'" else place
