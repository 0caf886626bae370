"""What Fluent Bit's reader of YAML takes of nodes: no alias, no key that is no text, values with types in some places."""

from __future__ import annotations

from typing import NoReturn

from pipelint.base.text.document import Document, Place
from pipelint.base.text.span import Span
from pipelint.base.value import Entry, Value, ValueKind
from pipelint.language.syntax_problem import SyntaxProblem
from pipelint.yaml.text import content_span
from pipelint.yaml.tree import Mapping, Node, Scalar, Sequence

SPACES = " \t\v\f\r\n"
"""What Fluent Bit strips off a value."""


class Refused(Exception):
    """Fluent Bit stops at a node; it was reported."""


class Nodes:
    """The nodes of a document, as its reader asks for them. What it would stop at is reported, and raises Refused.

    ``text`` is what was read: that of the document, with something in the place of a template's actions.
    """

    def __init__(self, document: Document, text: bytes, errors: list[SyntaxProblem]) -> None:
        self.document = document
        self.text = text
        self.errors = errors

    def pairs(self, node: Mapping) -> list[tuple[Scalar, Node]]:
        """The keys and values of a mapping."""
        found = []
        for pair in node.pairs:
            if not isinstance(pair.key, Scalar):
                self.refuse(pair.key, "this key is no single value", "a name")
            if pair.alias is not None:
                self._alias(*pair.alias)
            found.append((pair.key, pair.value))
        return found

    def items(self, node: Node, name: str, expected: str) -> list[Node]:
        """The items of a list."""
        if not isinstance(node, Sequence):
            self.refuse(node, f"{name} {_what(node)}", expected, mended=_is_empty(node))
        for alias in node.aliases.values():
            self._alias(*alias)
        return node.items

    def mapping(self, node: Node, name: str, expected: str) -> Mapping:
        """A mapping."""
        if not isinstance(node, Mapping):
            self.refuse(node, f"{name} {_what(node)}", expected)
        return node

    def scalar(self, node: Node, name: str) -> Scalar:
        """A single value."""
        if not isinstance(node, Scalar):
            self.refuse(node, f"{name} {_what(node)}", "a single value")
        return node

    def refuse(self, node: Node, message: str, expected: str, *, mended: bool = False) -> NoReturn:
        """Reports a node at which Fluent Bit stops. ``mended``: without it all is as it is read."""
        self.report(node, message, expected, mended=mended)
        raise Refused

    def report(self, node: Node, message: str, expected: str, *, mended: bool) -> None:
        """Reports it, and goes on."""
        end = node.end if isinstance(node, Scalar) else node.start + 1
        place = Place(self.document, Span(node.start, max(end, node.start)))
        self.errors.append(SyntaxProblem(message, place, expected, local=True, mended=mended))

    def _alias(self, start: int, end: int) -> NoReturn:
        place = Place(self.document, Span(start, end))
        self.errors.append(SyntaxProblem("Fluent Bit reads no alias", place, "what it stands for", local=True))
        raise Refused

    def place(self, node: Node) -> Place:
        """Where the text of a single value stands; of a list or mapping where it begins."""
        if not isinstance(node, Scalar):
            return Place(self.document, Span(node.start, node.start))
        # What stands there as it is needs no map.
        quote = 1 if node.style in ("'", '"') else 0
        at = Span(node.content + quote, max(node.end - quote, node.content + quote))
        as_it_is = at.cut(self.text) == node.encoded
        return Place(self.document, at if as_it_is else content_span(self.text, node))

    def string(self, node: Scalar) -> Value:
        """A single value as text, without the blanks around it."""
        return self._value(ValueKind.STRING, node, node.value.strip(SPACES))

    def structure(self, node: Node, *, typed: bool = True) -> Value:
        """A value of any structure. ``typed``: a plain word or number is none of text; inside of it that holds in any case."""
        if isinstance(node, Scalar):
            return self._value(_kind(node) if typed else ValueKind.STRING, node, node.value)
        if isinstance(node, Mapping):
            pairs = [
                (
                    self._value(ValueKind.STRING, key, key.value),
                    self.structure(value, typed=typed or not isinstance(value, Scalar)),
                )
                for key, value in self.pairs(node)
            ]
            place = self._around(node, [each for pair in pairs for each in pair])
            return Value(ValueKind.HASH, "", place, place, entries=tuple(Entry(*pair) for pair in pairs))
        return self.listed(node, [self.structure(item) for item in self.items(node, "", "")])

    def strings(self, node: Node, name: str) -> Value:
        """A list of single values as texts."""
        items = [self.scalar(item, f"an item of {name}") for item in self.items(node, name, "a list")]
        return self.listed(node, [self._value(ValueKind.STRING, item, item.value) for item in items])

    def listed(self, node: Node, items: list[Value]) -> Value:
        """A list of these values, which begins where ``node`` does."""
        place = self._around(node, items)
        return Value(ValueKind.ARRAY, "", place, place, tuple(items))

    def _value(self, kind: ValueKind, node: Scalar, text: str) -> Value:
        return Value(kind, text, Place(self.document, Span(node.start, max(node.start, node.end))), self.place(node))

    def _around(self, node: Node, inner: list[Value]) -> Place:
        return Place(self.document, Span(node.start, max([node.end, node.start, *(each.place.span.end for each in inner)])))


def _what(node: Node) -> str:
    match node:
        case Mapping():
            return "is a mapping"
        case Sequence():
            return "is a list"
        case _:
            return "is empty" if _is_empty(node) else "is a single value"


def _is_empty(node: Node) -> bool:
    """Whether nothing stands there: without its key the file says the same."""
    return isinstance(node, Scalar) and not node.value and not node.style


def _kind(node: Scalar) -> ValueKind:
    if node.style:
        return ValueKind.STRING
    if node.value in ("null", "true", "false"):
        return ValueKind.BAREWORD
    try:
        float(node.value.replace("_", "x"))
    except ValueError:
        return ValueKind.STRING
    return ValueKind.NUMBER
