"""TOML with places, and an edit in it: a settings file as nodes, each with its bytes in the file."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import cast

from pipelint._native import toml_parse
from pipelint.base.lean.record import dataclass
from pipelint.base.text.span import Span

Content = object


class TomlError(ValueError):
    """A text that is no TOML, with the bytes to blame."""

    def __init__(self, message: str, span: Span) -> None:
        super().__init__(message)
        self.message = message
        self.span = span


@dataclass(frozen=True, slots=True)
class Entry:
    """A key of a table with its value."""

    key: str
    span: Span
    node: Node


@dataclass(frozen=True, slots=True)
class Node:
    """A value. ``kind`` is string, integer, float, boolean, date, array or table; ``scalar`` what a scalar holds,
    ``items`` an array's values, ``entries`` a table's keys in the order of the file. ``span``: where it stands (of a table
    its head)."""

    kind: str
    span: Span
    scalar: str | int | float | bool | None = None
    items: tuple[Node, ...] = ()
    entries: tuple[Entry, ...] = ()

    def get(self, *keys: str) -> Node | None:
        """The value of a table's key, or of a key of the table there, and so on; None where it has none."""
        found: Node | None = self
        for key in keys:
            found = None if found is None else next((entry.node for entry in found.entries if entry.key == key), None)
        return found


def read_toml(data: bytes) -> Node:
    """The table of a whole file. Raises TomlError, also for bytes that are not UTF-8."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise TomlError("not UTF-8", Span(error.start, error.end)) from error
    try:
        return _node(json.loads(toml_parse(text)), Span(0, 0))
    except ValueError as error:
        message, start, end = cast("tuple[str, int, int]", error.args)
        raise TomlError(" ".join(message.split()), Span(start, max(start, end))) from error


def with_number(data: bytes, table: tuple[str, ...], key: str, value: str) -> bytes:
    """The file with a number (as TOML writes it) for a key of a table: in the place of the old one, else below the table's head,
    else with a table of its own at the end. All else stays as it is.

    Raises TomlError for what is no TOML, ValueError where none of these ways leads there (an inline table).
    """
    root = read_toml(data)
    held, old = root.get(*table), root.get(*table, key)
    newline = b"\r\n" if b"\r\n" in data else b"\n"
    line = f"{key} = {value}".encode()
    if old is not None:
        start, end, new = old.span.start, old.span.end, value.encode()
    elif held is not None:
        found = data.find(b"\n", held.span.end)
        start = end = len(data) if found < 0 else found + 1
        new = (newline if found < 0 else b"") + line + newline
    else:
        start = end = len(data)
        gap = b"" if not data else newline if data.endswith(b"\n") else newline * 2
        new = gap + f"[{'.'.join(table)}]".encode() + newline + line + newline
    edited = data[:start] + new + data[end:]
    path = (*table, key)
    wanted = {where: scalar for where, scalar in _scalars(root, ()) if where[: len(path)] != path} | {path: float(value)}
    try:
        now = dict(_scalars(read_toml(edited), ()))
    except TomlError as error:
        raise ValueError(error.message) from error
    if now != wanted:
        raise ValueError("another setting would change")
    return edited


def _scalars(node: Node, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], object]]:
    """What stands in a table and those below it, by path."""
    for number, item in enumerate(node.items):
        yield from _scalars(item, (*path, str(number)))
    for entry in node.entries:
        yield from _scalars(entry.node, (*path, entry.key))
    if not node.items and not node.entries and node.kind != "table":
        yield path, node.scalar


def _node(tree: dict[str, Content], fallback: Span) -> Node:
    span = _span(tree["span"], fallback)
    kind = str(tree["type"])
    if kind == "table":
        entries = cast("list[dict[str, Content]]", tree["value"])
        return Node(kind, span, entries=tuple(_entry(entry, span) for entry in entries))
    if kind == "array":
        items = cast("list[dict[str, Content]]", tree["value"])
        return Node(kind, span, items=tuple(_node(item, span) for item in items))
    return Node(kind, span, cast("str | int | float | bool", tree["value"]))


def _entry(tree: dict[str, Content], fallback: Span) -> Entry:
    span = _span(tree["span"], fallback)
    return Entry(str(tree["key"]), span, _node(cast("dict[str, Content]", tree["item"]), span))


def _span(pair: Content, fallback: Span) -> Span:
    if pair is None:
        return fallback
    start, end = cast("list[int]", pair)
    return Span(start, end)
