"""Filters of Fluent Bit that are followed: grep, modify, nest, parser, record_modifier, and those that change nothing.

Source: plugins/filter_* of Fluent Bit 5.1.1. Where a record would have a key twice, nothing is said of it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Place
from pipelint.engines.fluentbit import types
from pipelint.engines.fluentbit.trace.parsers import named_parser
from pipelint.engines.fluentbit.trace.values import (
    Keys,
    LostError,
    Pattern,
    Record,
    accessor,
    field_text,
    whole_words,
)
from pipelint.trace.model import UNKNOWN

if TYPE_CHECKING:
    from pipelint.base.block import Block


@dataclass(frozen=True, slots=True)
class Dropped:
    """A filter takes an event out: why, and which key says so."""

    reason: str
    place: Place


@dataclass(frozen=True, slots=True)
class Changed:
    """The record that a filter gives on; ``timed``: it has another time. ``reason``: what it could not do."""

    record: Record
    timed: bool = False
    reason: str = ""
    place: Place | None = None


Apply = Callable[[Record], "Changed | Dropped"]
# Read of every filter by the engine.
_COMMON = frozenset(("name", "match", "match_regex", "alias", "log_level", "log_suppress_interval"))


def make_filter(plugin: str, keys: Keys, parsers: dict[str, list[Block]], variables: dict[str, str]) -> Apply:
    """What a filter does with a record. Raises LostError for one that is not followed."""
    place = keys.block.head_place
    for name in ("condition", "active"):
        if keys.block.param(name) is not None:
            raise LostError(f"whether its {name} holds is not known here", keys.place(name))
    if plugin == "stdout":
        return Changed
    if plugin == "parser":
        return _parser(keys, parsers, variables)
    make = _MAKERS.get(plugin)
    if make is None:
        raise LostError(f"what the filter {plugin} does to a record is not known here", place)
    return make(keys)


def _grep(keys: Keys) -> Apply:
    op = keys.text("logical_op", "legacy").lower()
    rules: list[tuple[bool, tuple[str | int, ...], Pattern, Place]] = []
    for param, value in keys.all("regex", "exclude"):
        field, _, pattern = value.strip().partition(" ")
        if not pattern or pattern.startswith(" "):
            raise LostError("this rule is not read here", param.place)
        rules.append((param.name == "regex", accessor(field, param.place), Pattern(pattern, param.place), param.place))
    if op not in ("legacy", "and", "or") or (op != "legacy" and len({keeps for keeps, *_ in rules}) != 1):
        raise LostError("what these rules are together is not known here", keys.block.head_place)

    def matched(record: Record, way: tuple[str | int, ...], pattern: Pattern) -> bool:
        text = field_text(record, way)
        return text is not None and pattern.search(text) is not None

    def legacy(record: Record) -> Changed | Dropped:
        for keeps, way, pattern, place in rules:
            found = matched(record, way, pattern)
            if found == keeps:
                if keeps:
                    # The first Regex that matches keeps the record, whatever comes after it.
                    return Changed(record)
                continue
            return Dropped("it does not match" if keeps else "it matches", place)
        return Changed(record)

    def joined(record: Record) -> Changed | Dropped:
        found = False
        for _, way, pattern, _ in rules:
            found = matched(record, way, pattern)
            if found == (op == "or"):
                break
        keeps, *_, place = rules[0]
        if found == keeps:
            return Changed(record)
        return Dropped("it does not match" if keeps else "it matches", place)

    return legacy if op == "legacy" else joined


def _record_modifier(keys: Keys) -> Apply:
    added: list[tuple[str, str]] = []
    for param, value in keys.all("record"):
        words = types.words(value, 2)
        if len(words) != 2:
            raise LostError("a Record has a name and one word", param.place)
        added.append((words[0], words[1]))
    removed = [value for _, value in keys.all("remove_key")]
    allowed = [value for _, value in keys.all("allowlist_key", "whitelist_key")]
    uuid = keys.text("uuid_key")
    if removed and allowed:
        raise LostError("Fluent Bit refuses remove_key beside allowlist_key", keys.block.head_place)

    def listed(key: str, names: list[str]) -> bool:
        lower = key.lower()
        return any(lower.startswith(name[:-1].lower()) if name.endswith("*") else lower == name.lower() for name in names)

    def apply(record: Record) -> Changed | Dropped:
        made = {key: value for key, value in record.items() if not (listed(key, removed) if removed else allowed)}
        if allowed:
            made = {key: value for key, value in record.items() if listed(key, allowed)}
        for name, value in added:
            _put(made, name, value, keys.block.head_place)
        if uuid:
            _put(made, uuid, UNKNOWN, keys.block.head_place)
        if not made:
            raise LostError("nothing is left of the record", keys.block.head_place)
        return Changed(made)

    return apply


def _modify(keys: Keys) -> Apply:
    if keys.block.param("condition") is not None:
        raise LostError("whether its conditions hold is not known here", keys.place("condition"))
    steps: list[tuple[str, str, str, Place]] = []
    for param, value in keys.all():
        if param.name in _COMMON:
            continue
        count = 1 if param.name == "remove" else 2
        if param.name not in _CHANGES:
            raise LostError(f"what {param.name} does is not known here", param.place)
        words = whole_words(value, count, param.place)
        steps.append((param.name, words[0], words[-1], param.place))

    def apply(record: Record) -> Changed | Dropped:
        made = dict(record)
        for name, key, value, place in steps:
            made = _CHANGES[name](made, key, value)
            if not made:
                raise LostError("nothing is left of the record", place)
        return Changed(made)

    return apply


def _set(record: Record, key: str, value: str) -> Record:
    return {**{name: said for name, said in record.items() if name != key}, key: value}


def _add(record: Record, key: str, value: str) -> Record:
    return record if key in record else {**record, key: value}


def _remove(record: Record, key: str, _: str) -> Record:
    return {name: said for name, said in record.items() if name != key}


def _rename(record: Record, key: str, new: str) -> Record:
    return record if key not in record or new in record else {new if name == key else name: said for name, said in record.items()}


def _hard_rename(record: Record, key: str, new: str) -> Record:
    if key not in record or key == new:
        return record
    return {new if name == key else name: said for name, said in record.items() if name != new}


def _copy(record: Record, key: str, new: str) -> Record:
    return record if key not in record or new in record else {**record, new: record[key]}


def _hard_copy(record: Record, key: str, new: str) -> Record:
    return record if key not in record or key == new else {**_remove(record, new, ""), new: record[key]}


_CHANGES: dict[str, Callable[[Record, str, str], Record]] = {
    "set": _set,
    "add": _add,
    "remove": _remove,
    "rename": _rename,
    "hard_rename": _hard_rename,
    "copy": _copy,
    "hard_copy": _hard_copy,
}


def _nest(keys: Keys) -> Apply:
    place = keys.block.head_place
    wildcards = [value for _, value in keys.all("wildcard")]
    operation, prefix, cut = keys.text("operation"), keys.text("add_prefix"), keys.text("remove_prefix")
    under = keys.text("nest_under" if operation.startswith("nest") else "nested_under")
    if not under or (prefix and cut) or keys.block.param("prefix_with") is not None:
        raise LostError("this is not read here", place)

    def renamed(key: str) -> str:
        return prefix + key if prefix else key.removeprefix(cut)

    def nest(record: Record) -> Changed | Dropped:
        chosen = [key for key in record if any(key.startswith(w[:-1]) if w.endswith("*") else key == w for w in wildcards)]
        if not chosen:
            return Changed(record)
        inner: Record = {}
        for key in chosen:
            _put(inner, renamed(key), record[key], place)
        made = {key: value for key, value in record.items() if key not in chosen}
        _put(made, under, inner, place)
        return Changed(made)

    def lift(record: Record) -> Changed | Dropped:
        inner = record.get(under)
        if not isinstance(inner, dict):
            return Changed(record)
        made = {key: value for key, value in record.items() if key != under}
        for key, value in inner.items():
            _put(made, renamed(key), value, place)
        if not made:
            raise LostError("nothing is left of the record", place)
        return Changed(made)

    if operation.startswith("nest"):
        return nest
    if operation.startswith("lift"):
        return lift
    raise LostError("this operation is not known here", place)


def _parser(keys: Keys, parsers: dict[str, list[Block]], variables: dict[str, str]) -> Apply:
    place = keys.block.head_place
    way = accessor(keys.text("key_name"), keys.place("key_name"))
    is_accessor = keys.text("key_name").startswith("$")
    made = [named_parser(value, parsers, variables, param.place) for param, value in keys.all("parser")]
    reserve, preserve = keys.flag("reserve_data", usual=False), keys.flag("preserve_key", usual=False)
    if not made or (not is_accessor and len(way) > 1):
        raise LostError("this is not read here", place)

    def apply(record: Record) -> Changed | Dropped:
        text = field_text(record, way)
        if text is None:
            return Changed(record, reason=f"there is no text in {way[-1]}", place=keys.place("key_name"))
        found = next((parsed for parser in made if (parsed := parser.parse(text)) is not None), None)
        if found is None:
            return Changed(record, reason="no parser takes the text", place=keys.place("parser"))
        new = dict(found.record)
        for key, value in record.items() if reserve or preserve else ():
            own = not is_accessor and key == way[0]
            if (reserve and (preserve or not own)) or (preserve and own):
                _put(new, key, value, place)
        return Changed(new, found.timed)

    return apply


def _put(record: Record, key: str, value: object, place: Place) -> None:
    """Adds a field. Raises LostError where there is one of this name: Fluent Bit then has both."""
    if key in record:
        raise LostError(f"the record has {key} twice then", place)
    record[key] = value


_MAKERS: dict[str, Callable[[Keys], Apply]] = {
    "grep": _grep,
    "modify": _modify,
    "nest": _nest,
    "record_modifier": _record_modifier,
}
