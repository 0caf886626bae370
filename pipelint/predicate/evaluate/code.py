"""Compiled expressions as JSON: lists whose first item names the operation, ``["get", ["var", "stage"], "plugin"]``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import attrgetter, not_
from typing import TypeAlias, cast

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
Code: TypeAlias = "list[Json]"


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
    test: Callable[[object], bool] = bool
    match code:
        case ["eq", list(left), list(right)]:
            return _equal(_known_path(left, lets), _known_path(right, lets), right)
        case ["has", list(holder), str(name)]:
            path, test = path_of(["get", holder, name, "plain"]), _is_there
        case ["isnot", list(attribute), ["lit", None]]:
            path, test = path_of(attribute), _is_there
        case ["gt", ["call", "size", list(attribute)], ["lit", 0]]:
            path = path_of(attribute)
        case ["not", list(attribute)]:
            path, test = path_of(attribute), not_
        case _:
            path = path_of(code)
    if path is None:
        return None
    variable, fetch = path
    return variable, lambda value: test(fetch(value))


def _equal(
    one: tuple[str, Callable[[object], object]] | None, other: tuple[str, Callable[[object], object]] | None, right: Code
) -> tuple[str, Callable[[object], object]] | None:
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


def _known_path(code: Code, lets: Mapping[str, Code]) -> tuple[str, Callable[[object], object]] | None:
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

    return path_of(plain(code))


def _is_there(value: object) -> bool:
    return value is not None
