"""Compiled expressions as JSON: lists whose first item names the operation, ``["get", ["var", "stage"], "plugin"]``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import attrgetter, ge, gt, le, lt, ne, not_
from typing import Any, TypeAlias, cast

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
Code: TypeAlias = "list[Json]"

_ORDERS: dict[str, Callable[[Any, Any], object]] = {"ge": ge, "gt": gt, "le": le, "lt": lt, "ne": ne}


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
        case ["in", ["get", list(holder), str(name), "plain" | "enum" as kind], ["list", *items]]:
            words = [item[1] for item in cast("list[Code]", items) if item[0] == "lit"]
            path = path_of(["get", holder, f"{name}._value_" if kind == "enum" else name, "plain"])
            return None if path is None or len(words) < len(items) else (path[0], _where_there(path[1], words.__contains__))
        case [str(order), ["get", list(holder), str(name), "plain"], ["lit", int(bound)]] if order in _ORDERS:
            path, compare = path_of(["get", holder, name, "plain"]), _ORDERS[order]
            return None if path is None else (path[0], _where_there(path[1], lambda value: compare(value, bound)))
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
    if other is None:
        return one[0], _where_there(one[1], lambda value: value == written)
    return one[0], _where_there(lambda value: one[1](value) == other[1](value), bool)


def _where_there(fetch: Callable[[object], object], test: Callable[[object], object]) -> Callable[[object], object]:
    """A test of an attribute. What is not there is an error, or null, which is no word: it holds no condition."""

    def run(value: object) -> object:
        try:
            found = fetch(value)
        except AttributeError:
            return False
        return test(found)

    return run


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
