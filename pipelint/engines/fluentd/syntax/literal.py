"""Fluentd's literals: from the syntax node of a value to the string that Fluentd holds, embedded Ruby kept verbatim."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass

if TYPE_CHECKING:
    from tree_sitter import Node

_ESCAPES = {'"': '"', "'": "'", "r": "\r", "n": "\n", "t": "\t", "f": "\f", "b": "\b", "0": "\0"}
_REFUSED = late(r"[a-zA-Z0-9]")
# A value that Helm, Jinja or a person fills in before Fluentd reads it. No JSON begins with {{ or {A.
_FILLED_IN = late(r"\{\{-?[ \t]*[\w.$(/][^{}]*\}\}|\{[A-Z][A-Z0-9_]*\}(?:[\w./:-]|\{[A-Z][A-Z0-9_]*\})*\Z")


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong inside a value: a message, the byte range, and what was expected."""

    message: str
    start: int
    end: int
    expected: str = ""


@dataclass(frozen=True, slots=True)
class Value:
    """A value's text, whether it holds ``#{...}`` that Fluentd would run, and its faults."""

    text: str
    embedded: bool = False
    faults: tuple[Fault, ...] = ()


def read(source: bytes, node: Node) -> Value:
    """The value that Fluentd reads from a value node of the document ``source``."""
    match node.type:
        case "double_quoted_string":
            return _double(source, node)
        case "single_quoted_string":
            pieces = (_cut(source, c) if c.type == "string_content" else _cut(source, c)[1:] for c in node.named_children)
            return Value("".join(pieces))
        case "array" | "hash":
            return _json(source, node)
        case "invalid_json":
            text = _cut(source, node)
            return Value(text, faults=() if _FILLED_IN.match(text) else (_invalid_json(source, node),))
        case "unterminated_string":
            return Value(_cut(source, node), faults=(_unterminated(source, node),))
        case _:
            return Value(_cut(source, node))


def _cut(source: bytes, node: Node) -> str:
    return source[node.start_byte : node.end_byte].decode("utf-8", "replace")


def _double(source: bytes, node: Node) -> Value:
    out: list[str] = []
    faults: list[Fault] = []
    embedded = False
    for piece in node.named_children:
        text = _cut(source, piece)
        match piece.type:
            case "string_content":
                out.append(text)
            case "embedded_ruby":
                out.append(text)
                embedded = True
            case "escape_sequence":
                char = text[1:]
                if char not in _ESCAPES and _REFUSED.match(char):
                    faults.append(_bad_escape(piece, text))
                out.append(_ESCAPES.get(char, char))
    # One is told: the remedy, single quotes, is for the whole value.
    return Value("".join(out), embedded, tuple(faults[:1]))


def _bad_escape(node: Node, text: str) -> Fault:
    return Fault(
        f"unexpected escape {text} in a double-quoted string",
        node.start_byte,
        node.end_byte,
        f"single quotes, or \\{text} for a backslash",
    )


def _json(source: bytes, node: Node) -> Value:
    # Imported here: few configs have an array or a hash.
    from pipelint.engines.fluentd.syntax import json_value

    faults: list[Fault] = []
    text = json_value.dump(source, node, lambda bad: faults.append(_lone_surrogate(bad)))
    return Value(text, faults=tuple(faults))


def _lone_surrogate(node: Node) -> Fault:
    return Fault("half a surrogate pair in a JSON string", node.start_byte, node.end_byte, "both halves, or the character")


def _invalid_json(source: bytes, node: Node) -> Fault:
    from pipelint.engines.fluentd.syntax import json_error

    text = source[node.start_byte : node.start_byte + json_error.WINDOW].decode("utf-8", "replace")
    kind = "array" if text[0] == "[" else "hash"
    message = f"invalid JSON {kind}: Fluentd parses a value starting with {text[0]} as JSON"
    broken = json_error.find(text)
    if broken is None:
        return Fault(message, node.start_byte, node.end_byte, f"a JSON {kind}, or quotes around the text")
    start = node.start_byte + len(text[: broken.start].encode())
    end = start + len(text[broken.start : broken.end].encode())
    expected = f"{broken.expected}, or quotes around the whole value" if broken.early else broken.expected
    return Fault(message, start, end, expected)


def _unterminated(source: bytes, node: Node) -> Fault:
    text = _cut(source, node)
    if text.startswith('"') and "#{" in text and '"' in text[1:]:
        at = node.start_byte + source[node.start_byte : node.end_byte].index(b"#{")
        return Fault("unterminated embedded Ruby code", at, node.end_byte, "a closing }")
    kind = "double" if text.startswith('"') else "single"
    return Fault(f"unterminated {kind}-quoted string", node.start_byte, node.end_byte, f"a closing {text[0]}")
