"""Logstash's values: from the syntax node of a setting's value to what the engine holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipelint.base.text.document import Document, Place
from pipelint.base.text.span import Span
from pipelint.base.value import Entry, Value, ValueKind

if TYPE_CHECKING:
    from tree_sitter import Node

_KINDS = {kind.value: kind for kind in ValueKind}


class TooDeepError(Exception):
    """Values or conditions are nested deeper than is read; ``node`` is the first that is not."""

    def __init__(self, node: Node) -> None:
        super().__init__("nested too deeply")
        self.node = node


def place_of(document: Document, node: Node) -> Place:
    """Where a node stands."""
    return Place(document, Span(node.start_byte, node.end_byte))


def text_of(document: Document, node: Node) -> str:
    """The text of a node as it is written."""
    return document.text[node.start_byte : node.end_byte].decode("utf-8", "replace")


def string_place(document: Document, node: Node) -> Place:
    """What stands between the quotes of a string."""
    content = node.child_by_field_name("content")
    if content is not None:
        return place_of(document, content)
    return Place(document, Span(min(node.start_byte + 1, node.end_byte), min(node.start_byte + 1, node.end_byte)))


def read_value(document: Document, node: Node, left: int) -> Value:
    """The value of a node, which may hold others to the depth ``left``. Raises TooDeepError.

    A string's text is what stands between its quotes: Logstash reads escapes only with ``config.support_escapes``.
    """
    place = place_of(document, node)
    match node.type:
        case "string":
            inside = string_place(document, node)
            return Value(ValueKind.STRING, inside.text, place, inside)
        case "array" | "hash" if left <= 0:
            raise TooDeepError(node)
        case "array":
            items = tuple(
                read_value(document, child, left - 1)
                for child in node.named_children
                if child.type in _KINDS and not child.is_missing
            )
            return Value(ValueKind.ARRAY, place.text, place, _between(place), items=items)
        case "hash":
            entries = tuple(_entry(document, child, left - 1) for child in node.named_children if child.type == "hash_entry")
            return Value(ValueKind.HASH, place.text, place, _between(place), entries=entries)
        case "plugin":
            name = node.child_by_field_name("name")
            assert name is not None  # the grammar's plugin has a name
            return Value(ValueKind.PLUGIN, name_of(document, name), place, place_of(document, name))
        case "number":
            return Value(ValueKind.NUMBER, place.text, place, place)
        case _:  # a bareword, and what should have had quotes
            return Value(ValueKind.BAREWORD, place.text, place, place)


def name_of(document: Document, node: Node) -> str:
    """The name of a setting or plugin, without quotes."""
    return string_place(document, node).text if node.type == "string" else text_of(document, node)


def _entry(document: Document, node: Node, left: int) -> Entry:
    name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
    assert name is not None
    key = read_value(document, name, left)
    if value is None or value.is_missing:
        end = Place(document, Span(node.end_byte, node.end_byte))
        return Entry(key, Value(ValueKind.BAREWORD, "", end, end))
    return Entry(key, read_value(document, value, left))


def _between(place: Place) -> Place:
    """What is between the brackets of an array or hash."""
    start, end = place.span.start, place.span.end
    return Place(place.document, Span(start + 1, end - 1)) if end - start >= 2 else place


def merged(first: Value, second: Value) -> Value:
    """What Logstash makes of a setting that is given twice: hashes and arrays grow, other values become an array.

    Source: map_expr_attributes in logstash-core's compiler/lscl.rb.
    """
    if first.kind is ValueKind.HASH and second.kind is ValueKind.HASH:
        return Value(ValueKind.HASH, first.text, first.place, first.content_place, entries=first.entries + second.entries)
    if first.kind is ValueKind.ARRAY:
        more = second.items if second.kind is ValueKind.ARRAY else (second,)
        return Value(ValueKind.ARRAY, first.text, first.place, first.content_place, items=first.items + more)
    if first.kind is second.kind and first.text == second.text:
        return first
    return Value(ValueKind.ARRAY, first.text, first.place, first.content_place, items=(first, second))
