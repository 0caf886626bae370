"""JSON values as Fluentd keeps them: parsed and written again the way Ruby's ``JSON.dump`` writes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node

_UNESCAPE = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_ESCAPE = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def dump(source: bytes, node: Node, refuse: Callable[[Node], None]) -> str:
    """The compact JSON text of an ``array`` or ``hash`` node.

    Of a repeated key the last value counts, at the position of the first. ``refuse`` is called with each string node that
    Ruby would not accept. Depth is bounded by the scanner (100 levels).
    """
    match node.type:
        case "array":
            return "[" + ",".join(dump(source, item, refuse) for item in _items(node)) + "]"
        case "hash":
            entries: dict[str, str] = {}
            for entry in _items(node):
                key, value = _items(entry)
                entries[dump(source, key, refuse)] = dump(source, value, refuse)
            return "{" + ",".join(f"{key}:{value}" for key, value in entries.items()) + "}"
        case "string":
            return _quote(_string(source, node, refuse))
        case "number":
            return _number(source[node.start_byte : node.end_byte].decode())
        case _:
            return source[node.start_byte : node.end_byte].decode()


def _items(node: Node) -> list[Node]:
    return [child for child in node.named_children if child.type != "comment"]


def _string(source: bytes, node: Node, refuse: Callable[[Node], None]) -> str:
    """The decoded text. Surrogate pairs are joined; half a pair is refused."""
    units: list[str] = []
    for piece in node.named_children:
        text = source[piece.start_byte : piece.end_byte].decode("utf-8", "replace")
        if piece.type == "string_content":
            units.append(text)
        elif text[1] == "u":
            units.append(chr(int(text[2:], 16)))
        else:
            units.append(_UNESCAPE.get(text[1], text[1:]))
    joined = "".join(units)
    try:
        return joined.encode("utf-16", "surrogatepass").decode("utf-16")
    except UnicodeDecodeError:
        refuse(node)
        return joined.encode("utf-8", "replace").decode()


def _quote(text: str) -> str:
    return '"' + "".join(_ESCAPE.get(c) or (c if c >= " " else f"\\u{ord(c):04x}") for c in text) + '"'


def _number(text: str) -> str:
    """An integer as it stands (``-0`` is 0), a float the way Ruby writes it: ``1000.0``, ``1.0e+16``."""
    if not any(c in text for c in ".eE"):
        return str(int(text)) if len(text) < 4000 else text
    shown = repr(float(text))
    if shown in ("inf", "-inf"):
        return shown.replace("inf", "Infinity")
    mantissa, mark, exponent = shown.partition("e")
    if "." not in mantissa:
        mantissa += ".0"
    return mantissa + mark + exponent
