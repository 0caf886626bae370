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
            return number(source[node.start_byte : node.end_byte].decode())
        case _:
            return source[node.start_byte : node.end_byte].decode()


def _items(node: Node) -> list[Node]:
    return [child for child in node.named_children if child.type != "comment"]


def _string(source: bytes, node: Node, refuse: Callable[[Node], None]) -> str:
    """The decoded text. Half a surrogate pair is refused."""
    out: list[str] = []
    high = 0  # the first half of a pair, directly before this piece
    for piece in node.named_children:
        text = source[piece.start_byte : piece.end_byte].decode("utf-8", "replace")
        escape = piece.type != "string_content"
        unit = int(text[2:], 16) if escape and text[1] == "u" else -1
        if high and unit >= 0:
            out[-1] = _pair(high, unit)
            high = 0
            continue
        high = unit if 0xD800 <= unit < 0xDC00 else 0
        if unit >= 0:
            out.append(chr(unit))
        else:
            out.append(_UNESCAPE.get(text[1], text[1:]) if escape else text)
    joined = "".join(out)
    if any("\ud800" <= c <= "\udfff" for c in joined):
        refuse(node)
        return joined.encode("utf-8", "replace").decode()
    return joined


def _pair(high: int, low: int) -> str:
    """The character of a surrogate pair. Ruby takes any ``\\u`` escape after the first half for the second."""
    return chr(((high & 0x3F) << 10) | (((high >> 6 & 0xF) + 1) << 16) | (low & 0x3FF))


def _quote(text: str) -> str:
    return '"' + "".join(_ESCAPE.get(c) or (c if c >= " " else f"\\u{ord(c):04x}") for c in text) + '"'


def number(text: str) -> str:
    """An integer as it stands (``-0`` is 0), a float the way Ruby writes it: ``1000.0``, ``1.0e+16``."""
    if not any(c in text for c in ".eE"):
        return str(int(text)) if len(text) < 4000 else text
    shown = repr(float(text))
    if shown in ("inf", "-inf"):
        return shown.replace("inf", "Infinity")
    if "e" not in shown and len(shown.lstrip("-").partition(".")[0]) == 16:
        shown = _with_exponent(shown)
    mantissa, mark, exponent = shown.partition("e")
    if "." not in mantissa:
        mantissa += ".0"
    return mantissa + mark + exponent


def _with_exponent(shown: str) -> str:
    """``-1234567890123456.0`` as ``-1.234567890123456e+15``: Ruby writes an exponent one digit earlier than Python."""
    sign = "-" if shown.startswith("-") else ""
    whole = shown.removeprefix("-").partition(".")[0]
    return f"{sign}{whole[0]}.{whole[1:].rstrip('0') or '0'}e+15"
