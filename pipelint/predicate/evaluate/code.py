"""Compiled expressions as JSON: lists whose first item names the operation, ``["get", ["var", "stage"], "plugin"]``."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter, not_
from typing import Any, TypeAlias, cast

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
Code: TypeAlias = "list[Json]"
_Path: TypeAlias = "tuple[str, Callable[[object], object]]"


_ORDER: dict[Json, Callable[[Any, Any], bool]] = {"gt": operator.gt, "ge": operator.ge, "lt": operator.lt, "le": operator.le}


def sides(op: str, code: Code) -> list[Code]:
    """What a chain of one operator is made of, from left to right; of any other expression itself."""
    found: list[Code] = []
    left = [code]
    while left:
        one = left.pop()
        if one[0] == op:
            left += cast("list[Code]", one[:0:-1])
        else:
            found.append(one)
    return found


def path_of(code: Code) -> tuple[str, Callable[[object], object]] | None:
    """Of an expression that is a variable and attributes of it: the variable, and what fetches them. None for any other."""
    names: list[str] = []
    while code[0] == "get" and code[3] == "plain":
        names.append(str(code[2]))
        code = cast(Code, code[1])
    if code[0] != "var" or not names:
        return None
    return str(code[1]), attrgetter(".".join(reversed(names)))


def held_by(code: Code, lets: Mapping[str, Code]) -> tuple[str, Callable[[object], object]] | None:
    """Of a condition that attributes decide, its variable and what gives the truth of it. None for any other condition."""
    match code:
        case ["eq", list(left), list(right)]:
            return _equal(_known_path(left, lets), _known_path(right, lets), right)
        case ["ne", list(attribute), ["lit", word]]:
            return _asked(_attribute(attribute), lambda value: value != word)
        case ["in", list(attribute), ["list", *items]] if words := _words(items):
            return _asked(_attribute(attribute), words.__contains__)
        case ["call", "contains", list(attribute), ["lit", str(part)]]:
            return _asked(path_of(attribute), lambda text: part in cast(str, text))
        case ["call", "startsWith", list(attribute), ["lit", str(part)]]:
            return _asked(path_of(attribute), lambda text: cast(str, text).startswith(part))
        case ["has", list(holder), str(name)]:
            return _asked(path_of(["get", holder, name, "plain"]), _is_there)
        case ["isnot", list(attribute), ["lit", None]]:
            return _asked(path_of(attribute), _is_there)
        case ["gt", ["call", "size", list(attribute)], ["lit", 0]]:
            return path_of(attribute)
        case ["gt" | "ge" | "lt" | "le", ["call", "size", list(attribute)], ["lit", int(number)]]:
            compare = _ORDER[code[0]]
            return _asked(path_of(attribute), lambda items: compare(len(cast("list[object]", items)), number))
        case ["gt" | "ge" | "lt" | "le", list(attribute), ["lit", int() | float() as number]]:
            compare = _ORDER[code[0]]
            return _asked(path_of(attribute), lambda value: compare(value, number))
        case ["and" | "or", list(left), list(right)]:
            one, other = held_by(left, lets), held_by(right, lets)
            if one is None or other is None or one[0] != other[0]:
                return None
            a, b, both = one[1], other[1], code[0] == "and"
            return one[0], lambda value: (a(value) and b(value)) if both else (a(value) or b(value))
        case ["not", list(attribute)]:
            return _asked(path_of(attribute), not_)
    return path_of(code)


def _asked(path: _Path | None, test: Callable[[object], object]) -> _Path | None:
    if path is None:
        return None
    variable, fetch = path
    return variable, lambda value: test(fetch(value))


def _attribute(code: Code) -> _Path | None:
    """``path_of``, also of one whose last attribute is a member of an Enum, which counts as its value."""
    if code[0] != "get" or code[3] != "enum":
        return path_of(code)
    path = path_of([*code[:3], "plain"])
    return None if path is None else (path[0], lambda value: getattr(path[1](value), "_value_", None))


def _words(items: Sequence[Json]) -> frozenset[str]:
    """The texts of a list of nothing but written texts; empty for any other."""
    words = [item[1] for item in items if isinstance(item, list) and item[0] == "lit" and isinstance(item[1], str)]
    return frozenset(map(str, words)) if len(words) == len(items) else frozenset()


def _equal(one: _Path | None, other: _Path | None, right: Code) -> _Path | None:
    """The same of attributes that are compared with others of the same variable, or with what is written."""
    if one is None or (right[0] != "lit" and (other is None or other[0] != one[0])):
        return None
    written = right[1]

    def test(value: object) -> bool:
        try:
            return one[1](value) == (written if other is None else other[1](value))
        except AttributeError:
            # Of what is not there: an error, which holds no condition.
            return False

    return one[0], test


def _known_path(code: Code, lets: Mapping[str, Code]) -> _Path | None:
    """``path_of`` through names and what may be null."""

    def plain(part: Code) -> Code:
        match part:
            case ["some", list(inner)]:
                return plain(inner)
            case ["let", str(name)]:
                return plain(lets[name])
            case ["get", list(holder), name, kind]:
                return ["get", plain(holder), name, kind]
        return part

    return _attribute(plain(code))


def _is_there(value: object) -> bool:
    return value is not None
