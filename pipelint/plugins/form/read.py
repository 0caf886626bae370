"""Reads a file of the form: YAML into plain values, each checked against the table of keys, every error at its place."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from pipelint.base.spelling import nearest
from pipelint.base.text.document import SourceFile
from pipelint.base.text.span import Span
from pipelint.plugins.form.errors import PluginFileError
from pipelint.plugins.form.keys import TABLES, VERSION, Anything, Expression, Flag, Listed, MapOf, Since, Table, Text, Type
from pipelint.yaml import tree

Json = dict[str, object]


def read_file(file: SourceFile, table: str) -> Json:
    """What a file with the keys of ``TABLES[table]`` says. Raises PluginFileError with all that is wrong with it."""
    try:
        file.data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise PluginFileError(file, Span(error.start, error.end), "not UTF-8") from None
    stream = tree.read_yaml(file.data)
    if stream.error is not None:
        at = stream.error.offset
        raise PluginFileError(file, Span(at, at), stream.error.message)
    if len(stream.roots) != 1 or not isinstance(stream.roots[0], tree.Mapping):
        raise PluginFileError(file, Span(0, 0), "a plugin file must be one mapping")
    reader = _Reader(file)
    found = reader.table(stream.roots[0], table)
    if reader.errors:
        first, *rest = sorted(reader.errors, key=lambda error: error.span)
        raise PluginFileError(file, first.span, first.message, tuple(rest))
    return found


class Written(str):
    """An expression with its place: what of it is at which byte is known where it stands in one line without quotes."""

    __slots__ = ("span",)
    span: Span

    def part(self, start: int, end: int) -> Span:
        """The place of some of its characters."""
        if len(self.encode()) != self.span.end - self.span.start:
            return self.span
        first, last = (len(self[:at].encode()) for at in (start, end))
        return Span(self.span.start + first, self.span.start + last)


class _Reader:
    """Gives each value, or records why not: whoever writes a file sees all its errors at once."""

    def __init__(self, file: SourceFile) -> None:
        self.file = file
        self.errors: list[PluginFileError] = []

    def error(self, node: tree.Node, message: str) -> None:
        end = node.end if isinstance(node, tree.Scalar) else node.start
        self.errors.append(PluginFileError(self.file, Span(node.start, max(node.start, end)), message))

    def table(self, node: tree.Mapping, name: str) -> Json:
        keys = TABLES[name]
        found: Json = {}
        for key, value in self.pairs(node):
            known = next((one for one in keys if one.name == key.value), None)
            if known is None:
                near = nearest(key.value, [one.name for one in keys])
                self.error(key, f'unknown key "{key.value}"' + (f', did you mean "{near}"?' if near else ""))
            else:
                found[key.value] = self.value(value, known.type, f'"{key.value}"')
        for one in keys:
            if one.required and one.name not in node.values:
                self.error(node, f'the key "{one.name}" is missing: {one.meaning}')
        return found

    def pairs(self, node: tree.Mapping) -> list[tuple[tree.Scalar, tree.Node]]:
        """Keys and values; what is no plain mapping of words is recorded."""
        found: list[tuple[tree.Scalar, tree.Node]] = []
        seen: set[str] = set()
        for pair in node.pairs:
            if not isinstance(pair.key, tree.Scalar):
                self.error(pair.key, "a key must be a word")
            elif pair.alias is not None:
                self.error(pair.key, "plugin files cannot use YAML aliases")
            elif pair.key.value in seen:
                self.error(pair.key, f'duplicate key "{pair.key.value}"')
            else:
                seen.add(pair.key.value)
                found.append((pair.key, pair.value))
        return found

    def value(self, node: tree.Node, kind: Type, what: str) -> object:
        match kind, node:
            case Table(name), tree.Mapping():
                return self.table(node, name)
            case MapOf(item), tree.Mapping():
                return {key.value: self.value(value, item, f'"{key.value}"') for key, value in self.pairs(node)}
            case Listed(item), tree.Sequence() if not node.aliases:
                return [self.value(each, item, f"an item of {what}") for each in node.items]
            case Anything(), _:
                return self.anything(node)
            case Text(choices, pattern, said), tree.Scalar():
                return self.text(node, choices, pattern, said, what)
            case Expression(), tree.Scalar():
                written = Written(node.value)
                written.span = Span(node.start, node.end)
                return written
            case Flag(), tree.Scalar() if node.value in ("true", "false") and not node.style:
                return node.value == "true"
            case Since(), tree.Scalar() if node.value == "true" or re.fullmatch(VERSION, node.value):
                return True if node.value == "true" else node.value
        self.error(node, f"{what} must be {_WORDS[type(kind)]}")
        return None

    def text(self, node: tree.Scalar, choices: Sequence[str], pattern: str, said: str, what: str) -> str:
        value = node.value
        if choices and value not in choices:
            near = nearest(value, choices)
            hint = f', did you mean "{near}"?' if near else f": expected one of {', '.join(choices)}"
            self.error(node, f'"{value}" is not allowed for {what}{hint}')
        elif pattern and not re.fullmatch(pattern, value):
            self.error(node, f"{what} must be {said}")
        return value

    def anything(self, node: tree.Node) -> object:
        """A value as JSON has it: plain numbers, true, false and null are what they look like, all else is text."""
        if isinstance(node, tree.Mapping):
            return {key.value: self.anything(value) for key, value in self.pairs(node)}
        if isinstance(node, tree.Sequence):
            return [self.anything(each) for each in node.items]
        if node.style or not re.fullmatch(r"true|false|null|-?[0-9][0-9.eE+-]*", node.value):
            return node.value
        try:
            read: object = json.loads(node.value)
        except ValueError:
            return node.value
        return read


_WORDS: dict[type, str] = {
    Text: "a string",
    Flag: "true or false",
    Since: 'a quoted version such as "1.16", or true',
    Listed: "a list",
    MapOf: "a mapping",
    Table: "a mapping",
    Anything: "a value",
    Expression: "an expression",
}
