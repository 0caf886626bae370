"""Trees of the Logstash grammar, and what the tests look for in them."""

from __future__ import annotations

from tree_sitter import Language, Node, Parser

from pipelint import _native

LANGUAGE = Language(_native.logstash_language())


def parse(text: str | bytes) -> Node:
    return Parser(LANGUAGE).parse(text if isinstance(text, bytes) else text.encode()).root_node


def text_of(node: Node) -> str:
    assert node.text is not None
    return node.text.decode()


def nodes(node: Node, kind: str) -> list[Node]:
    found = [node] if node.type == kind else []
    return found + [match for child in node.children for match in nodes(child, kind)]


def names(node: Node, kind: str) -> list[str]:
    """The names of all nodes of a kind, in the order of the text."""
    fields = [found.child_by_field_name("type" if kind == "section" else "name") for found in nodes(node, kind)]
    return [text_of(field) for field in fields if field is not None]


def missing(node: Node) -> list[tuple[str, int]]:
    """What the parser had to insert, with the number of the line."""
    found = [(node.type, node.start_point.row + 1)] if node.is_missing else []
    return found + [inserted for child in node.children for inserted in missing(child)]
