"""Which fields a filter plugin may set or remove, for the few plugins of which that can be read from their settings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from pipelint.base.block import Block, Param
from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass, field
from pipelint.base.text.document import Place
from pipelint.base.value import Value, ValueKind
from pipelint.plugins import plugin_of
from pipelint.plugins.behaviour import Passes

Path = tuple[str, ...]

# Patterns of the core library that have no captures of their own.
_LEAF_PATTERNS = frozenset(
    [
        "USERNAME",
        "USER",
        "INT",
        "BASE10NUM",
        "NUMBER",
        "BASE16NUM",
        "BASE16FLOAT",
        "POSINT",
        "NONNEGINT",
        "WORD",
        "NOTSPACE",
        "SPACE",
        "DATA",
        "GREEDYDATA",
        "QUOTEDSTRING",
        "UUID",
        "IP",
        "IPV4",
        "IPV6",
        "HOSTNAME",
        "IPORHOST",
        "PATH",
        "UNIXPATH",
        "URIPROTO",
        "URIHOST",
        "URIPATH",
        "URIPARAM",
        "URIPATHPARAM",
        "URI",
        "MONTH",
        "MONTHNUM",
        "MONTHDAY",
        "DAY",
        "YEAR",
        "HOUR",
        "MINUTE",
        "SECOND",
        "TIME",
        "ISO8601_TIMEZONE",
        "TIMESTAMP_ISO8601",
        "DATE",
        "HTTPDATE",
        "SYSLOGTIMESTAMP",
        "LOGLEVEL",
        "PROG",
        "QS",
        "MAC",
    ]
)
_GROK_NAME = late(r"%\{(\w+)(?::([^:}]{1,999}))?[^}]{0,999}\}")
_GROK_GROUP = late(r"\(\?<([^>=!]{1,999})>")
_REFERENCE = late(r"\[([^\[\]]+)\]")


def field_path(reference: str) -> Path:
    """The keys that a field reference (``[a][b]`` or ``a``) leads along."""
    keys = _REFERENCE.findall(reference)
    return tuple(keys) if keys and "".join(f"[{key}]" for key in keys) == reference else (reference,)


def overlap(one: Path, other: Path) -> bool:
    """Whether a change of one may change the other: they are the same, or one lies inside the other."""
    size = min(len(one), len(other))
    return one[:size] == other[:size]


@dataclass(frozen=True, slots=True)
class Change:
    """Fields that may have changed at one point: ``paths``, and with ``around`` everything that one of them lies in."""

    paths: frozenset[Path]
    around: frozenset[Path]

    @staticmethod
    def of(paths: frozenset[Path]) -> Change:
        """The change of these fields."""
        return Change(paths, frozenset(path[:size] for path in paths for size in range(len(path) + 1)))

    def touches(self, path: Path) -> bool:
        """Whether it may change what ``path`` holds: ``overlap`` with one of the fields."""
        return path in self.around or any(path[:size] in self.paths for size in range(len(path)))


@dataclass(frozen=True, slots=True)
class Effects:
    """What a filter does to an event: ``writes`` the fields that it may change, None for any; ``removes`` those that are gone
    after it; ``ends`` whether no event comes out of it. ``change`` is both, None for any."""

    writes: frozenset[Path] | None
    removes: tuple[Path, ...]
    ends: bool = False
    change: Change | None = field(init=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "change", None if self.writes is None else Change.of(self.writes.union(self.removes)))


def effects(block: Block) -> Effects:
    """What the filter plugin ``block`` does to each event that reaches it; what is not known of it counts as anything."""
    return block.noted(_effects)


def removals(block: Block) -> dict[Path, Place]:
    """The fields that no event has after a filter plugin, with the place that says so."""
    writes = block.noted(_writes)
    if writes is None or _drops(block):
        return {}
    removed = {name: place for name, place in _removed(block) if "%{" not in name and _matches_all(block)}
    renamed = {name: place for name, place in _renamed(block) if not any(overlap(field_path(name), path) for path in writes)}
    return {field_path(name): place for name, place in (*renamed.items(), *removed.items()) if "${" not in name}


def _effects(block: Block) -> Effects:
    ends = _drops(block) and "percentage" not in block.params
    return Effects(block.noted(_writes), tuple(removals(block)), ends)


def _writes(block: Block) -> frozenset[Path] | None:
    """The fields that it may set, or remove from some events; None for any."""
    if _drops(block):
        return frozenset()
    written = _own_writes(block)
    if written is None:
        return None
    names = [*written, "tags", *_hash_keys(block.param("add_field"))]
    if not _matches_all(block):
        names += [name for name, _ in _removed(block)]
    if any("%{" in name or "${" in name for name in names):
        return None
    return frozenset(field_path(name) for name in names)


def _matches_all(block: Block) -> bool:
    """Whether its common options apply to each event, also to one with which it was not successful."""
    return plugin_of("logstash", "filter", block.name).events.matches_all


def _drops(block: Block) -> bool:
    return plugin_of("logstash", "filter", block.name).events.passes is Passes.NONE


def _own_writes(block: Block) -> list[str] | None:
    """The fields that a plugin itself writes, None where that is not known."""
    if block.name == "grok":
        return _grok_writes(block)
    records = plugin_of("logstash", "filter", block.name).records
    given = [(how, param) for name, param in block.params.items() if (how := records.sets_by.get(name))]
    if records.opaque or (records.opaque_without and not given):
        return None
    return [*records.sets, *(name for how, param in given for name in _NAMED[how](param)), *([] if given else records.sets_else)]


def _grok_writes(block: Block) -> list[str] | None:
    """The captures of a grok, None where a pattern may have captures that the config does not show."""
    match = block.param("match")
    if match is None or match.data is None or block.param("patterns_dir") or block.param("pattern_definitions"):
        return None
    names: list[str] = []
    for pattern in _texts(match.data):
        for reference, capture in _GROK_NAME.findall(pattern):
            if reference not in _LEAF_PATTERNS:
                return None
            names += [capture] if capture else []
        names += _GROK_GROUP.findall(pattern)
    return names


def _texts(data: Value) -> Iterator[str]:
    """All strings in a value."""
    match data.kind:
        case ValueKind.ARRAY:
            for item in data.items:
                yield from _texts(item)
        case ValueKind.HASH:
            for entry in data.entries:
                yield from _texts(entry.value)
        case _:
            yield data.text


def _removed(block: Block) -> list[tuple[str, Place]]:
    return _items(block.param("remove_field"))


def _renamed(block: Block) -> list[tuple[str, Place]]:
    param = block.param("rename") if block.name == "mutate" else None
    return [(key.text, key.place) for key, _ in _pairs(param)]


def _items(param: Param | None) -> list[tuple[str, Place]]:
    """The strings of an array, or a single one."""
    if param is None or param.data is None:
        return []
    values = param.data.items if param.data.kind is ValueKind.ARRAY else (param.data,)
    return [(value.text, value.place) for value in values]


def _pairs(param: Param | None) -> list[tuple[Value, Value]]:
    """The keys and values of a hash, which may be written as an array of both in turn."""
    if param is None or param.data is None:
        return []
    items = param.data.items
    if items and len(items) % 2 == 0:
        return list(zip(items[::2], items[1::2], strict=True))
    return [(entry.key, entry.value) for entry in param.data.entries]


def _hash_keys(param: Param | None) -> list[str]:
    return [key.text for key, _ in _pairs(param)]


def _hash_values(param: Param | None) -> list[str]:
    return [value.text for _, value in _pairs(param)]


_NAMED: Mapping[str, Callable[[Param], list[str]]] = {
    "value": lambda param: [text for text, _ in _items(param)],
    "keys": _hash_keys,
    "values": _hash_values,
    "items": lambda param: [text for text, _ in _items(param)],
    "thirds": lambda param: [text for text, _ in _items(param)[::3]],
}
"""What a setting says of fields, by the words of plugin files."""
