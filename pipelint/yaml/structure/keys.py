"""Where a cursor is in a YAML text, by indentation alone: while a key is being typed the file is no YAML."""

from __future__ import annotations

import re

from pipelint.base.lean.record import dataclass

_LINE = re.compile(r"(?P<lead>[ ]*(?:-[ ]+)*)(?P<key>[$@]?[\w.-]*)(?:(?P<rest>:(?:[ ]+(?P<value>[^ ].*)?)?)|(?<! )[ ]+)?\r?$")
# The line up to the cursor: a key that is being typed, or a value.
_KEY = re.compile(r"(?P<lead>[ ]*(?:-[ ]+)*)[$@]?[\w-]*$")
_VALUE = re.compile(r"(?P<lead>[ ]*(?:-[ ]+)*)(?P<key>[$@]?[\w.-]+):[ ]+[\"']?(?P<typed>[^\s\"']*)$")


@dataclass(frozen=True, slots=True)
class Level:
    """A mapping around the cursor: the key that it is the value of, and its own keys with the values on their lines."""

    name: str
    keys: dict[str, str]


@dataclass(frozen=True, slots=True)
class Keys:
    """The mappings around a cursor, outermost first, and the key whose value it is in ("" where a key is typed).

    ``item``: the cursor is after the dash of a list's item.
    """

    levels: tuple[Level, ...]
    value_of: str
    item: bool


def keys_at(text: str, cursor: int) -> Keys | None:
    """The keys around the character ``cursor``; None where neither a key nor a value on its line is typed."""
    start = text.rfind("\n", 0, cursor) + 1
    before = text[start:cursor]
    value = _VALUE.match(before)
    key = value or _KEY.match(before)
    if key is None:
        return None
    lines = text.split("\n")
    typed = text.count("\n", 0, cursor)
    column = len(key["lead"])
    levels: list[Level] = []
    parent: tuple[int, int] | None = (typed, column)
    while parent is not None:
        at, column = parent
        parent = _parent(lines, at, column)
        name = "" if parent is None else lines[parent[0]][parent[1] :].split(":", 1)[0].strip()
        levels.append(Level(name, _mapping(lines, at, column, typed)))
    return Keys(tuple(reversed(levels)), value["key"] if value is not None else "", "-" in key["lead"])


def _parent(lines: list[str], at: int, column: int) -> tuple[int, int] | None:
    """The line and column of the key whose value holds the mapping at a column, of which the line ``at`` is one."""
    for number in range(at - 1, -1, -1):
        found = _LINE.match(lines[number])
        if found is not None and found["key"] and found["rest"] and len(found["lead"]) < column:
            return number, len(found["lead"])
    return None


def _mapping(lines: list[str], at: int, column: int, typed: int) -> dict[str, str]:
    """The keys of the mapping at a column, of which the line ``at`` is one; that of the line ``typed`` does not count."""
    first = at
    while first > 0 and not _begins(lines[first], column):
        above = _LINE.match(lines[first - 1])
        if above is not None and above["key"] and len(above["lead"]) < column:
            break
        first -= 1
    found: dict[str, str] = {}
    for number in range(first, len(lines)):
        line = _LINE.match(lines[number])
        if line is None or not line["key"]:
            continue
        if len(line["lead"]) < column or (number > first and _begins(lines[number], column)):
            break
        if len(line["lead"]) == column and number != typed and line["rest"]:
            found[line["key"]] = (line["value"] or "").strip().strip("\"'")
    return found


def _begins(line: str, column: int) -> bool:
    """Whether an item of a list begins on a line, with its keys at a column or before it."""
    found = _LINE.match(line)
    return found is not None and "-" in found["lead"] and len(found["lead"]) <= column
