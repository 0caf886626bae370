"""Compiled expressions as JSON: lists whose first item names the operation, ``["get", ["var", "stage"], "plugin"]``."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
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
