"""Compiled expressions as JSON: lists whose first item names the operation, ``["get", ["var", "stage"], "plugin"]``."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter, not_
from typing import TypeAlias, cast

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
Code: TypeAlias = "list[Json]"


def path_of(code: Code) -> tuple[str, Callable[[object], object]] | None:
    """Of an expression that is a variable and attributes of it: the variable, and what fetches them. None for any other."""
    names: list[str] = []
    while code[0] == "get" and code[3] == "plain":
        names.append(str(code[2]))
        code = cast(Code, code[1])
    if code[0] != "var" or not names:
        return None
    return str(code[1]), attrgetter(".".join(reversed(names)))


def held_by(code: Code) -> tuple[str, Callable[[object], object]] | None:
    """Of a condition that an attribute decides, its variable and what gives the truth of it. None for any other condition."""
    test: Callable[[object], bool] = bool
    match code:
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


def _is_there(value: object) -> bool:
    return value is not None
