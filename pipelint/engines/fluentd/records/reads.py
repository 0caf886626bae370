"""Which keys of records a Fluentd stage reads, and where its section says so."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice

from pipelint.base.block import Block, Param
from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass
from pipelint.base.limits import left_out
from pipelint.base.text.document import Place
from pipelint.engines.fluentd import types
from pipelint.engines.fluentd.holes import read_holes
from pipelint.engines.fluentd.plugins.grep import numbered_tests
from pipelint.engines.fluentd.records.facts import Role
from pipelint.engines.fluentd.records.settings import NotKnownError, Settings, accessor_path, items, read_paths, rules
from pipelint.graph.stage import Kind, Stage
from pipelint.plugins import plugin_of

_PLAIN_KEYS = late(r"[ \t]*[\w@-]+(?:[ \t]*,[ \t]*[\w@-]+)*[ \t]*")


@dataclass(frozen=True, slots=True)
class Read:
    """One reading of ``path`` (the key, and what is read inside of it) by ``param`` of ``block``.

    ``pattern`` is what its value is matched with, null for none; ``param`` is null where the key stands in a section's head.
    """

    path: tuple[str, ...]
    role: Role
    block: Block
    place: Place
    param: Param | None = None
    pattern: str | None = None


# Keys that one stage reads; of one that reads more nothing is claimed.
MAX_READS = 2_000
# What the formatter single_value writes (fluentd 1.16, lib/fluent/plugin/formatter_single_value.rb).
_ONLY_KEY = "message"
_NO_KEYS = frozenset(("tag", "time", "topic"))


def stage_reads(stage: Stage) -> list[Read]:
    """The keys that a stage reads, in the order of its section; none of what the environment decides, nor of too many."""
    found = list(islice(_reads(stage.kind, stage.plugin, stage.block), MAX_READS + 1))
    if len(found) > MAX_READS:
        left_out(f"a plugin reads more than {MAX_READS:,} keys of a record: missing keys are not reported for it")
        return []
    return found


def reads_keys(stage: Stage) -> bool:
    """Whether a stage reads any, which is noted at its section."""
    return stage.block.noted(_any_reads(stage.kind, stage.plugin))


@cache
def _any_reads(kind: Kind, plugin: str) -> Callable[[Block], bool]:
    """What is noted: for plugins of one name always the same function."""
    return lambda block: next(_reads(kind, plugin, block), None) is not None


def _reads(kind: Kind, plugin: str, block: Block) -> Iterator[Read]:
    for name, role in plugin_of("fluentd", kind.value, plugin).records.reads.items():
        yield from _named(block, name, Role(role))
    make = _READERS.get((kind, plugin))
    if make is not None:
        yield from make(block)
    if kind is Kind.BUFFER and block.name == "buffer":
        yield from _chunk_keys(block)


def _named(block: Block, name: str, role: Role, pattern: str | None = None) -> Iterator[Read]:
    """The key that a parameter names."""
    param = block.param(name)
    if param is None or param.embedded or not param.value:
        return
    try:
        yield Read(accessor_path(param.value), role, block, param.place, param, pattern)
    except NotKnownError:
        return


def _grep(block: Block) -> Iterator[Read]:
    # In <and> and <or> one absent key decides nothing alone.
    numbered = [*numbered_tests(block)]
    for section, role in (("regexp", Role.KEEP), ("exclude", Role.DROP)):
        for inner in rules(block, section):
            yield from _named(inner, "key", role, _pattern(inner))
        for param, key, pattern in numbered:
            if param.name.startswith(section) and pattern and not param.embedded:
                yield Read((key,), role, block, param.place, param, pattern)


def _rewrite_tag_filter(block: Block) -> Iterator[Read]:
    for rule in rules(block, "rule"):
        inverted = _flag(rule, "invert")
        if inverted is not None:
            yield from _named(rule, "key", Role.ROUTE_UNLESS if inverted else Role.ROUTE, _pattern(rule))


def _geoip(block: Block) -> Iterator[Read]:
    """The keys that it looks up; those with a dot lead into fields, which its versions read in different ways."""
    for name in ("geoip_lookup_keys", "geoip_lookup_key"):
        param = block.param(name)
        if param is not None and not param.embedded and _PLAIN_KEYS.fullmatch(param.value):
            yield from (Read((key.strip(),), Role.LOOKUP, block, param.place, param) for key in param.value.split(","))


def _fields(block: Block) -> Iterator[Read]:
    """The placeholders in the fields that record_transformer or record_modifier sets.

    Those of record_modifier see the fields set before them.
    """
    for record in rules(block, "record"):
        earlier: set[str] = set()
        for param in record.params.values():
            if not param.embedded:
                for code in read_holes(param.value).inside:
                    yield from (
                        Read(path, Role.VALUE, record, param.place, param)
                        for path in read_paths(code)
                        if path[0] not in earlier and not _asks_first(code)
                    )
            if block.value("@type") != "record_transformer":
                earlier.add(param.name)


def _asks_first(code: str) -> bool:
    """Whether a piece of Ruby provides for a key that is not there, or for more than one way to a value."""
    signs = ("||", "&&", "?", " if ", " unless ", "&.", "rescue", "nil", "case ", " or ", "dig", "to_s")
    return any(sign in code for sign in signs)


def _chunk_keys(block: Block) -> Iterator[Read]:
    if block.arg in _NO_KEYS or "#{" in block.arg:
        return
    try:
        names = items(block.arg.strip())
    except NotKnownError:
        return
    for name in names:
        try:
            path = accessor_path(name)
        except NotKnownError:
            continue
        if name not in _NO_KEYS:
            yield Read(path, Role.CHUNK, block, block.arg_place)


def _single_value(block: Block) -> Iterator[Read]:
    name = "message_key"
    if name in block.params:
        yield from _named(block, name, Role.TEXT)
    else:
        yield Read((_ONLY_KEY,), Role.TEXT, block, block.head_place)


def _pattern(block: Block) -> str | None:
    param = block.param("pattern")
    read = None if param is None or param.embedded else types.regexp(param.value)
    return None if read is None else read[0]


def _flag(block: Block, name: str) -> bool | None:
    """A flag, null where the environment decides it."""
    try:
        return Settings(block).flag(name)
    except NotKnownError:
        return None


_READERS: dict[tuple[Kind, str], Callable[[Block], Iterator[Read]]] = {
    (Kind.FILTER, "grep"): _grep,
    (Kind.FILTER, "geoip"): _geoip,
    (Kind.OUTPUT, "rewrite_tag_filter"): _rewrite_tag_filter,
    (Kind.FILTER, "record_transformer"): _fields,
    (Kind.FILTER, "record_modifier"): _fields,
    (Kind.FORMAT, "single_value"): _single_value,
}
