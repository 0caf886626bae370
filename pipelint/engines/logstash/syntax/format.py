"""The tokens of a pipeline, with the white space that is to stand between them."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from pipelint.base.lean.record import dataclass, field
from pipelint.base.text.document import Document
from pipelint.engines.logstash.syntax.parse import parse
from pipelint.language.layout import Column, Layout, Token, comment_end

if TYPE_CHECKING:
    from tree_sitter import Node

    from pipelint.base.text.span import Span
    from pipelint.language.parsed import Parsed

# What is one token with all that stands in it.
_WHOLE = ("string", "field_reference", "regexp", "comment")
# What holds items, each of which may begin a line of its level.
_HOLDERS = ("config", "block", "plugin", "hash", "array", "branch")
_OPENING, _CLOSING = ("{", "[", "("), ("}", "]", ")")
# What begins a line like an item, though it is none.
_LIKE_ITEMS = ("{", "[", ",", "comment")


def layout(document: Document, parsed: Parsed | None = None, but: Collection[Span] = ()) -> Layout:
    """A document as its tokens; of one with errors as far as they can be told. ``parsed`` if that is known.

    Those of the sections ``but`` are left out.
    """
    parsed = parsed or parse(document)
    walk = _Walk(document.text, {(span.start, span.end) for span in but})
    walk.read(parsed.tree.root_node)
    return Layout(parsed.errors, parsed.root, walk.tokens)


@dataclass(slots=True)
class _Walk:
    """Goes through the leaves of a tree in their order, without recursion.

    ``items`` are where items begin, ``apart`` where tokens do that one blank stands before. ``brackets`` are those that are
    open: the level of the line where what they belong to begins, and what they are. ``level`` is that of the line at hand,
    ``item`` that of the line where the item at hand begins.
    """

    text: bytes
    left_out: Collection[tuple[int, int]]
    tokens: list[Token] = field(default_factory=list)
    items: set[int] = field(default_factory=set)
    apart: set[int] = field(default_factory=set)
    brackets: list[tuple[int, str]] = field(default_factory=list)
    level: int = 0
    item: int = 0

    def read(self, root: Node) -> None:
        """Fills ``tokens``."""
        columns = [Column()]
        todo: list[Node | Column] = [columns[0], root]
        while todo:
            node = todo.pop()
            if isinstance(node, Column):
                columns.pop().align(self.tokens)
                continue
            if self.left_out and (node.start_byte, node.end_byte) in self.left_out:
                continue
            kind = node.type
            if kind in _WHOLE or not node.child_count:
                # What is missing has no text.
                if node.end_byte > node.start_byte:
                    self.leaf(node.start_byte, node.end_byte, kind, columns[-1])
                continue
            children = node.children
            if kind in _HOLDERS:
                self.items.update([child.start_byte for child in children if child.is_named and child.type != "comment"])
            match kind:
                case "ERROR":
                    # While somebody types: what is not closed yet.
                    self.items.update([child.start_byte for child in children])
                case "plugin" | "section":
                    self.apart.update([child.start_byte for child in children if child.type in ("{", "block")])
                case "if":
                    self.apart.update([child.start_byte for child in children[1:]])
                case "else_if" | "else":
                    self.apart.update([child.start_byte for child in children])
            if kind in ("plugin", "hash"):
                columns.append(Column())
                todo.append(columns[-1])
            todo.extend(reversed(children))

    def leaf(self, start: int, end: int, kind: str, column: Column) -> None:
        """One token."""
        before = self.tokens[-1] if self.tokens else None
        at = 0 if before is None else before.end
        gap = self.text[at:start]
        first = before is None or b"\n" in gap
        after_arrow = before is not None and self.text[before.start : before.end] == b"=>"
        if kind in _CLOSING and self.brackets:
            self.item, _ = self.brackets.pop()
            self.level = self.item if first else self.level
        elif first:
            self.level = self.inside
            in_parentheses = bool(self.brackets) and self.brackets[-1][1] == "("
            if not (start in self.items or kind in _LIKE_ITEMS or in_parentheses):
                self.level += 1
        if start in self.items:
            self.item = self.level
        if kind in _OPENING:
            self.brackets.append((self.item, kind))
        elif kind == "else" and not first:
            self.raise_comments()
        elif kind == "=>" and before is not None and not first:
            column.add(len(self.tokens), self.text[before.start : before.end], gap)
        end = comment_end(self.text, start, end) if kind == "comment" else end
        wanted = 1 if after_arrow or start in self.apart else None
        self.tokens.append(Token(start, end, self.level, self.inside, wanted, comment=kind == "comment"))

    @property
    def inside(self) -> int:
        """The level of an item in the innermost bracket."""
        return self.brackets[-1][0] + 1 if self.brackets else 0

    def raise_comments(self) -> None:
        """Comments before a brace and ``else`` are about what follows, if they stand no deeper than the brace."""
        brace = len(self.tokens) - 1
        column = self.column(brace)
        for index in range(brace - 1, -1, -1):
            comment = self.tokens[index]
            place = self.column(index)
            if not comment.comment or column is None or place is None or place > column:
                return
            self.tokens[index] = comment._replace(level=self.tokens[brace].level)

    def column(self, index: int) -> int | None:
        """The blanks before a token, None where it does not begin its line."""
        start = self.tokens[index].start
        before = self.text[self.text.rfind(b"\n", 0, start) + 1 : start].expandtabs()
        return None if before.strip(b" ") else len(before)
