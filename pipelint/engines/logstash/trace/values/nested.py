"""Objects and lists inside each other, as logstash-core's ``Accessors`` find, set and remove what a path leads to."""

from __future__ import annotations

import re

from pipelint.base.lean.late import late
from pipelint.base.text.document import Place
from pipelint.trace.model import UNKNOWN

Path = tuple[str, ...]

_INDEX = late(r"[+-]?[0-9]+", re.ASCII)
_MOST_INDEX = 2**31
# Java would fill a list up to any index.
_MOST_ITEMS = 100_000


class LostError(Exception):
    """From here an event cannot be followed: ``args[0]`` says why, ``place`` where, None for the stage."""

    def __init__(self, reason: str, place: Place | None = None) -> None:
        super().__init__(reason)
        self.place = place


class EngineError(Exception):
    """Logstash raises an error here; what comes of it is up to the plugin: a tag, or the end of the pipeline."""


class Missing:
    """What stands for a field that is not there, as null does not."""

    def __repr__(self) -> str:
        return "MISSING"


MISSING = Missing()


def shown(path: Path) -> str:
    """A path as references write it."""
    return "".join(f"[{key}]" for key in path)


def item_of(items: list[object], key: str) -> object:
    """The item that a key numbers, from the end where it is negative; MISSING where there is none."""
    number = _number(key)
    if number is None:
        return MISSING
    at = number + len(items) if number < 0 else number
    return items[at] if 0 <= at < len(items) else MISSING


def _number(key: str) -> int | None:
    """What ``Integer.parseInt`` makes of a key."""
    if _INDEX.fullmatch(key) is None:
        if not key.isascii():
            raise LostError(f"{key!r} as the number of a list's item")
        return None
    number = int(key) if len(key) < 20 else _MOST_INDEX
    return number if -_MOST_INDEX <= number < _MOST_INDEX else None


def with_field(target: dict[str, object], path: Path, at: int, value: object) -> dict[str, object]:
    """A copy of an object in which the field is set."""
    if at == len(path) - 2:
        below = target.get(path[at], MISSING)
        if below is MISSING:
            return {**target, path[at]: {path[-1]: value}}
        if type(below) is dict:
            return {**target, path[at]: {**below, path[-1]: value}}
    made = _changed(target, path, at, value)
    assert type(made) is dict  # a copy of an object is one
    return made


def _changed(target: object, path: Path, at: int, value: object) -> object:
    key, last = path[at], at == len(path) - 1
    if type(target) is dict:
        if last:
            return {**target, key: value}
        below = target.get(key, MISSING)
        return {**target, key: _changed({} if below is MISSING else below, path, at + 1, value)}
    if type(target) is list:
        number = _number(key)
        below = item_of(target, key)
        if number is None:
            # What is set there gets lost.
            return target
        inner = value if last else _changed({} if below is MISSING else below, path, at + 1, value)
        return _with_item(target, number, inner)
    if target is UNKNOWN:
        raise LostError(f"whether {shown(path[:at])} is an object is only known to the running engine")
    raise EngineError(f"{shown(path[:at])} is no object")


def _with_item(items: list[object], number: int, value: object) -> list[object]:
    if number >= len(items):
        if number > _MOST_ITEMS:
            raise LostError("a list of very many items")
        return [*items, *([None] * (number - len(items))), value]
    at = number + len(items) if number < 0 else number
    if at < 0:
        raise EngineError("no such item in the list")
    return [*items[:at], value, *items[at + 1 :]]


def without_field(target: dict[str, object], path: Path, at: int) -> dict[str, object]:
    """A copy of an object in which the field, which is there, is not."""
    made = _cut(target, path, at)
    assert type(made) is dict
    return made


def _cut(target: object, path: Path, at: int) -> object:
    key = path[at]
    if type(target) is dict:
        if at < len(path) - 1:
            return {**target, key: _cut(target[key], path, at + 1)}
        made = dict(target)
        del made[key]
        return made
    assert type(target) is list
    number = int(key)
    number += len(target) if number < 0 else 0
    inner = [] if at == len(path) - 1 else [_cut(target[number], path, at + 1)]
    return [*target[:number], *inner, *target[number + 1 :]]
