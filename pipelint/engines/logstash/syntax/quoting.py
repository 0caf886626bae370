"""How values, names and conditions are written in a pipeline so that Logstash reads the same back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipelint.base.lean.late import late
from pipelint.base.value import ValueKind
from pipelint.base.writer import WriterError
from pipelint.engines.logstash.syntax.parse import parser

if TYPE_CHECKING:
    from tree_sitter import Node

_NUMBER = late(r"-?[0-9]+(?:\.[0-9]*)?")
_BAREWORD = late(r"[A-Za-z_][A-Za-z0-9_]+")
_NAME = late(r"[A-Za-z0-9_-]+")
_BOOLEANS = ("true", "false")
# A quote inside a string has to have a backslash before it, and that backslash belongs to the value.
_BARE_QUOTE = {'"': late(r'(?<!\\)"'), "'": late(r"(?<!\\)'")}


def write_value(value: str, kind: ValueKind | None = None, like: str = "") -> str:
    """``value`` as a setting's value. ``kind`` is what stood there before (None: nothing), ``like`` its text.

    A string stays one, in its quotes if possible; a number or bareword stays bare if the new value can be. Arrays and hashes
    are given as they are to be written: a hash always counts as one, an array where an array stood or where it holds a quoted
    string, so that a field reference (``[host]``) is none. Raises WriterError for what no quotes can hold.
    """
    if _is_structure(value, kind):
        return value
    bare = (ValueKind.NUMBER, ValueKind.BAREWORD, ValueKind.PLUGIN)
    if _NUMBER.fullmatch(value) and (kind is None or kind in bare):
        return value
    if _BAREWORD.fullmatch(value) and (kind in bare or (kind is None and value in _BOOLEANS)):
        return value
    return _string(value, like[:1] if kind is ValueKind.STRING else '"')


def write_name(name: str) -> str:
    """The name of a plugin or setting. Raises WriterError for what is none."""
    if not _NAME.fullmatch(name):
        raise WriterError(f'"{name}" is not the name of a plugin or setting')
    return name


def write_condition(condition: str) -> str:
    """The condition of a branch. Raises WriterError for what is none."""
    root = parser().parse(f"filter {{ if {condition} {{ }} }}".encode()).root_node
    if not root.has_error:
        asked = [node.text for node in _nodes(root) if node.type == "condition" and node.parent and node.parent.type == "if"]
        if asked == [condition.encode()]:
            return condition
    raise WriterError(f'"{condition}" is not a condition')


def _string(value: str, preferred: str) -> str:
    if value.endswith("\\"):
        raise WriterError("a Logstash string cannot end in a backslash")
    if "\0" in value:
        raise WriterError("a config cannot contain a zero byte")
    for quote in (preferred, '"', "'"):
        if quote in _BARE_QUOTE and not _BARE_QUOTE[quote].search(value):
            return f"{quote}{value}{quote}"
    raise WriterError("a Logstash string cannot contain both kinds of quotes")


def _is_structure(value: str, kind: ValueKind | None) -> bool:
    """Whether ``value`` is the text of a hash, or of an array that cannot be meant as a string."""
    if not value.startswith(("[", "{")):
        return False
    root = parser().parse(f"filter {{ x {{ x => {value} }} }}".encode()).root_node
    if root.has_error:
        return False
    node = next((node for node in _nodes(root) if node.type in ("array", "hash")), None)
    if node is None or node.text != value.encode():
        return False
    strings = any(item.type == "string" for item in node.named_children)
    return node.type == "hash" or kind is ValueKind.ARRAY or strings or value == "[]"


def _nodes(root: Node) -> list[Node]:
    """All nodes of a small tree, outermost first."""
    found = [root]
    for node in found:
        found.extend(node.named_children)
    return found
