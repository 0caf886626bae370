"""Reads a YAML document to the values that Ruby's YAML reader and Fluentd's own tags make of it."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable

from pipelint.base.text.document import Document, Place
from pipelint.base.text.span import Span
from pipelint.engines.fluentd.yaml_config.json_text import dump
from pipelint.engines.fluentd.yaml_config.ruby_text import ruby_text
from pipelint.engines.fluentd.yaml_config.scalars import Kind, Typed, tokenize
from pipelint.engines.fluentd.yaml_config.values import Atom, Entry, Item, Items, Key, Table, Value
from pipelint.language.syntax_problem import SyntaxProblem
from pipelint.yaml.structure.spans import node_end
from pipelint.yaml.tree import Mapping, Node, Pair, Scalar, Sequence

_INCLUDE, _JSON, _STRING = "include", "fluent/json", "fluent/s"
_TEXT_TAGS = ("tag:yaml.org,2002:str", "!str", "!")
_BINARY_TAGS = ("tag:yaml.org,2002:binary", "!binary")
_MERGE = (Kind.TEXT, "<<")

MAX_DEPTH = 80
"""Levels of YAML, two or three of which make one level of sections."""

Include = Callable[[Atom], list[Item]]
Report = Callable[[SyntaxProblem], None]


class Reader:
    """Makes values of the nodes of one document. ``include`` gives what a path stands for."""

    def __init__(self, document: Document, include: Include, report: Report) -> None:
        self._document = document
        self._include = include
        self._report = report
        self._known: dict[Node, Value] = {}
        self._open: set[Node] = set()
        self._depth = 0

    def value(self, node: Node) -> Value:
        """The value of ``node``, the same object for the same node: an alias shares it."""
        known = self._known.get(node)
        if known is not None:
            return known
        if node in self._open:
            return Atom(Kind.UNKNOWN, "", self.place(node), embedded=True, endless=True)
        if self._depth >= MAX_DEPTH:
            self._problem(f"YAML is nested deeper than {MAX_DEPTH} levels; what is inside is not read", self.place(node))
            return Atom(Kind.NIL, "", self.place(node))
        self._open.add(node)
        self._depth += 1
        made = self._tagged(node)
        self._depth -= 1
        self._open.discard(node)
        self._known[node] = made
        return made

    def place(self, node: Node) -> Place:
        """Where ``node`` stands, with its tag."""
        return Place(self._document, Span(node.start, node_end(self._document.text, node)))

    def _problem(self, message: str, place: Place, expected: str = "") -> None:
        self._report(SyntaxProblem(message, place, expected))

    def _tagged(self, node: Node) -> Value:
        match node.tag.lstrip("!/"):  # the name of a tag as Psych looks it up
            case "include":
                return self._included(node)
            case "fluent/json":
                return self._json(node)
            case "fluent/s":
                return self._string(node)
            case _:
                return self._plain(node)

    def _plain(self, node: Node) -> Value:
        place = self.place(node)
        match node:
            case Scalar():
                typed = typed_scalar(node)
                return Atom(typed.kind, typed.text, place, typed.kind is Kind.UNKNOWN)
            case Sequence():
                items = Items(place)
                for number, item in enumerate(node.items):
                    items.items.append(Item(self.value(item), self._standing(item, node.aliases.get(number))))
                return items
            case Mapping():
                return self._mapping(node, place)

    def _standing(self, node: Node, alias: tuple[int, int] | None) -> Place:
        return self.place(node) if alias is None else Place(self._document, Span(*alias))

    def _mapping(self, node: Mapping, place: Place) -> Table:
        table = Table(place)
        for pair in node.pairs:
            key = self._key(pair.key)
            entry = Entry(key, self.value(pair.value), self._standing(pair.value, pair.alias))
            merged = _merged(entry.value, pair) if (key.kind, key.text) == _MERGE else None
            for each in [entry] if merged is None else merged:
                table.entries[(each.key.kind, each.key.text)] = each
        return table

    def _key(self, node: Node) -> Atom:
        value = self.value(node)
        if isinstance(value, Atom):
            return value
        return Atom(Kind.UNKNOWN, "", self.place(node))

    def _included(self, node: Node) -> Value:
        place = self.place(node)
        path = typed_scalar(node) if isinstance(node, Scalar) else None
        if path is None or path.kind is not Kind.TEXT:
            self._problem("!include needs a path", place, "a file path or a glob, quoted if it is a number")
            return Items(place)
        return Items(place, self._include(Atom(path.kind, path.text, place)))

    def _json(self, node: Node) -> Atom:
        dumped = dump(self._plain(node))
        return Atom(Kind.TEXT, dumped.text, self.place(node), dumped.embedded, json=True)

    def _string(self, node: Node) -> Atom:
        inner = self._plain(node)
        place = self.place(node)
        if not isinstance(inner, Atom):
            if isinstance(inner, Table) and inner.entries:
                self._problem("!fluent/s before a mapping: Fluentd turns it into invalid Ruby", place, "a string")
            return Atom(Kind.UNKNOWN, "", place, embedded=True)
        read = ruby_text(inner.text)
        if read.broken:
            self._problem(
                "a double quote inside !fluent/s ends the Ruby string that Fluentd builds from it",
                place,
                'a backslash before the quote (\\" in single quotes or plain), or a value without !fluent/s',
            )
        return Atom(Kind.TEXT, read.text, place, read.embedded or inner.embedded)


def typed_scalar(node: Scalar) -> Typed:
    """What Ruby makes of a scalar with its tag and quotes."""
    tag = node.tag
    if not tag:
        return Typed(Kind.TEXT, node.value) if node.style else _typed(node.value)
    if tag in _TEXT_TAGS:
        return Typed(Kind.TEXT, node.value)
    if tag in _BINARY_TAGS:
        try:
            return Typed(Kind.TEXT, base64.b64decode(node.value).decode())
        except (binascii.Error, ValueError):
            return Typed(Kind.UNKNOWN, node.value)
    if "ruby/" in tag or tag in ("tag:yaml.org,2002:float", "!float"):
        return Typed(Kind.UNKNOWN, node.value)
    return _typed(node.value)


def _typed(text: str) -> Typed:
    # The symbol, not the text, is Fluentd's word for a parameter's default.
    return Typed(Kind.UNKNOWN, text) if text == ":default" else tokenize(text)


def _merged(value: Value, pair: Pair) -> list[Entry] | None:
    """What the key ``<<`` puts into a mapping, None where it stays a key as Ruby's YAML reader has it."""
    if isinstance(value, Table):
        return list(value.entries.values())
    if not isinstance(value, Items) or pair.alias is not None or not isinstance(pair.value, Sequence):
        return None
    tables = [item.value for item in value.items]
    entries: dict[Key, Entry] = {}
    for table in reversed(tables):
        if not isinstance(table, Table):
            return None
        entries |= table.entries
    return list(entries.values())
