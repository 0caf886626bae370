"""Secrets of a config that was read: what plugins have declared as such, and which settings are none whatever their name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from pipelint.base.block import Block, Param
from pipelint.base.lean.record import dataclass, field
from pipelint.base.running.turns import pause
from pipelint.base.text.document import Document, Place
from pipelint.base.text.span import Span
from pipelint.base.value import Value, ValueKind
from pipelint.facts.secrets.masked import apart, masked, within
from pipelint.facts.secrets.names import Says, says
from pipelint.facts.secrets.scan import scan
from pipelint.facts.secrets.values import Range, secret_parts
from pipelint.plugins import SectionSpec, plugin_kinds, plugin_spec
from pipelint.plugins.index import common_names

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

    def __bool__(self) -> bool:
        return bool(self.secret or self.plain or self.hashes)


def told(engine: str, root: Block) -> dict[Document, Told]:
    """What the sections of a config say."""
    found: dict[Document, Told] = {}
    todo = [(root, nothing := _Names())]
    while todo:
        block, names = todo.pop()
        if block.alone is not None and block is not root and names is nothing:
            # It may stand inside of a section that the edit has left as it was, and not at the start of its text.
            by = block.place.span.start - block.alone.place.span.start
            _moved(found.setdefault(block.place.document, Told()), block.noted(_teller(engine)), by)
            continue
        plugin = plugin_of(engine, block.name, block.arg, block.value)
        names = (_names(engine, plugin) or nothing) if plugin else names
        for item in block.items:
            if isinstance(item, Block):
                todo.append((item, names))
            else:
                _param(found.setdefault(item.place.document, Told()), item, names)
    return found


@cache
def _teller(engine: str) -> Callable[[Block], Told]:
    """What is noted at a section that an edit has left as it was: what it says, in bytes of the text it was read from."""
    return lambda block: told(engine, block).get(block.place.document, Told())


def _moved(into: Told, said: Told, by: int) -> None:
    into.secret.extend((start + by, end + by) for start, end in said.secret)
    into.plain.extend((start + by, end + by) for start, end in said.plain)
    into.values.extend(said.values)


def section_values(engine: str, root: Block) -> Iterator[str]:
    """The secrets in the sections of a config as texts. What was found in a section is noted there, for its copies too."""
    make, holders = _maker(engine), common_names(engine, "holders")
    todo = [root]
    while todo:
        pause()
        block = todo.pop()
        if block.alone is None and (block is root or block.name in holders):
            todo += block.blocks
            yield from _in_head(block)
        else:
            yield from block.noted(make)


def _in_head(block: Block) -> Iterator[str]:
    """In a section that holds plugins: what its own parameters and its condition say."""
    own = [item.place for item in block.items if isinstance(item, Param)]
    for place in (*own, block.head_place):
        text = place.span.cut(place.document.text)
        found = scan(text)
        yield from (text[start:end].decode("utf-8", "replace") for start, end in apart([*found.named, *found.shaped]))


@cache
def _maker(engine: str) -> Callable[[Block], tuple[str, ...]]:
    """What is noted at a section: for an engine always the same function."""
    return lambda block: tuple(_in_section(engine, block))


def _in_section(engine: str, block: Block) -> Iterator[str]:
    """In a section and all inside it, which may come from several documents."""
    found = told(engine, block)
    yield from (value for said in found.values() for value in said.values)
    places = [block.place]
    for inner in block.walk():
        if all(inner.place.document is not place.document for place in places):
            places.append(inner.place)
    for place in places:
        text, start = place.span.cut(place.document.text), place.span.start
        scanned, plain = scan(text), apart(found.get(place.document, Told()).plain)
        named = [one for one in (*scanned.named, *scanned.lines) if not within((one[0] + start, one[1] + start), plain)]
        for first, last in apart([*named, *scanned.shaped]):
            yield text[first:last].decode("utf-8", "replace")


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


def plugin_of(engine: str, name: str, arg: str, value: Callable[[str], str]) -> str:
    """The plugin that a section is, whose parameters have a ``value``; "" for one that belongs to the plugin around it."""
    named_by = common_names(engine, "named_by")
    if named_by:
        return next((plugin for param in named_by if (plugin := value(param))), "")
    return arg if name in common_names(engine, "named_by_argument") else name


@cache
def _names(engine: str, plugin: str) -> _Names:
    specs = [spec.body for kind in plugin_kinds(engine) if (spec := plugin_spec(engine, kind, plugin)) is not None]
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
    elif data is not None and param.name in _OF_FIELDS:
        # A setting that is repeated has values in several places.
        into.plain.extend((place.span.start, place.span.end) for place in _places(data))
    elif param.name in names.plain:
        into.plain.append((param.place.span.start, param.place.span.end))
    elif data is not None and data.kind is ValueKind.ARRAY and param.name in names.hashes:
        # Logstash takes the items for keys and values in turn.
        for key, value in zip(data.items[::2], data.items[1::2], strict=False):
            if says(key.text) is not Says.NOTHING:
                _hide_value(into, value)


def _places(value: Value) -> Iterator[Place]:
    """Where the values of a list or hash stand; of any other that value itself."""
    inner = (*value.items, *(entry.value for entry in value.entries))
    yield from (each.place for each in inner)
    if not inner:
        yield value.place


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
