"""The tokens of a v1 config, with the white space that is to stand between them. A value is one, over all of its lines."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from pipelint.base.text.document import Document
from pipelint.engines.fluentd.syntax.parse import parse
from pipelint.language.layout import Column, Layout, Token, comment_end

if TYPE_CHECKING:
    from tree_sitter import Node

    from pipelint.base.text.span import Span
    from pipelint.language.parsed import Parsed


def layout(document: Document, parsed: Parsed | None = None, but: Collection[Span] = ()) -> Layout:
    """A document in the v1 format as its tokens; of one with errors as far as they can be told. ``parsed`` if that is known.

    Those of the sections ``but`` are left out.
    """
    parsed = parsed or parse(document)
    left_out = {(span.start, span.end) for span in but}
    return Layout(parsed.errors, parsed.root, _tokens(parsed.tree.root_node, document.text, left_out))


def _tokens(root: Node, text: bytes, left_out: Collection[tuple[int, int]]) -> list[Token]:
    """The tokens in source order, without recursion."""
    tokens: list[Token] = []
    # Of each section that is open, and of the whole file, the values after their names.
    columns = [Column()]
    todo = list(reversed(root.children))
    while todo:
        node = todo.pop()
        level = len(columns) - 1
        match node.type:
            case "section" if (node.start_byte, node.end_byte) in left_out:
                continue
            case "section":
                todo.extend(reversed(node.children))
            case "start_tag":
                columns.append(Column())
                _add_tag(tokens, node, text, level, level + 1)
            case "end_tag":
                columns.pop().align(tokens)
                _add_tag(tokens, node, text, level - 1, level - 1)
            case "unclosed":
                columns.pop().align(tokens)
            case "param" | "include":
                _add_param(tokens, node, text, level, columns[-1])
            case "comment":
                end = comment_end(text, node.start_byte, node.end_byte)
                tokens.append(Token(node.start_byte, end, level, level, comment=True))
            case _:
                tokens.append(Token(node.start_byte, node.end_byte, level, level))
    columns.pop().align(tokens)
    return tokens


def _add_tag(tokens: list[Token], node: Node, text: bytes, level: int, inside: int) -> None:
    """``<name``, the argument and ``>``; one token where it is something else, or goes over several lines.

    What follows ``<`` after a blank is no name but an argument.
    """
    start, end = node.start_byte, node.end_byte
    parts = node.children
    kinds = [part.type for part in parts[1:]]
    several = b"\n" in text[start:end] or b"\r" in text[start:end]
    if several or kinds not in (["tag_name", ">"], ["tag_name", "arg", ">"]):
        tokens.append(Token(start, end, level, inside))
        return
    tokens.append(Token(start, parts[1].end_byte, level, inside))
    for part in parts[2:]:
        tokens.append(Token(part.start_byte, part.end_byte, level, inside, gap=0 if part.type == ">" else 1))


def _add_param(tokens: list[Token], node: Node, text: bytes, level: int, column: Column) -> None:
    """A name and its value, which may be missing, and what is wrong after them."""
    parts = [part for part in node.named_children if part.type != "comment"]
    for number, part in enumerate(parts):
        start = part.start_byte
        if number == 1:
            gap = text[parts[0].end_byte : start]
            if node.type == "param" and gap and b"\n" not in gap:
                column.add(len(tokens), text[parts[0].start_byte : parts[0].end_byte], gap)
        tokens.append(Token(start, part.end_byte, level, level, gap=1 if number == 1 and gap else None))
