"""Fluentd's v1 config syntax: from a document to its sections and parameters, with every syntax error at its place."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from pipelint.base.block import Block, Param
from pipelint.base.lean.late import late
from pipelint.base.running.turns import pause
from pipelint.base.text.document import Document, Place
from pipelint.base.text.span import Span
from pipelint.engines.fluentd.syntax import errors as syntax_errors
from pipelint.engines.fluentd.syntax import literal
from pipelint.language import limits
from pipelint.language.moved import Sections
from pipelint.language.parsed import ROOT, Parsed, unread
from pipelint.language.reparse import FIRST, Earlier, parser_of, reparse
from pipelint.language.syntax_problem import SyntaxProblem

if TYPE_CHECKING:
    from tree_sitter import Node, Parser

INCLUDE = "@include"

_MARK = "\ufeff".encode()
# How a line of JSON starts.
_JSON_LINE = late(rb'["{}\[\],]')
# Fluentd takes the root for a section without a name, and its end tag for the end of the file.
_SPACING = rb"(?:[ \t\r\n]|#[^\r\n]*(?:[\r\n]|\Z))*"
_LAST_TAG = late(rb"</" + _SPACING + rb">[ \t\r]*(?:#[^\n]*)?(?:\Z|\n" + _SPACING + rb"\Z)")
# A byte order mark before one of these hides it from Fluentd.
_HIDDEN = late(_MARK + rb"(<[^\r\n]*|@?include(?=[\s#]|$))")


@lru_cache(maxsize=1)
def parser() -> Parser:
    """A tree-sitter parser for Fluentd configs."""
    from pipelint import _native

    return parser_of(_native.fluentd_language())


def parse(document: Document, before: Earlier = FIRST) -> Parsed:
    """Read a document as Fluentd's own parser reads it. Never raises on any text: what is wrong stands in ``errors``.

    ``before`` are other versions of it, which make it quicker.
    """
    if problem := limits.size_problem(document):
        return unread(document, problem, parser().parse(b""))
    text = _readable(document.text)
    tree = reparse(parser(), text, before.last)
    if problem := limits.tree_problem(document, tree.root_node):
        return unread(document, problem, tree)
    builder = _Builder(document, Sections(before.sound, text))
    root = builder.config(tree.root_node)
    if document.text.startswith(_MARK) and (hidden := _HIDDEN.match(document.text)):
        what = hidden[1].decode("utf-8", "replace").rstrip()
        builder.error(
            f"byte order mark before {what}: Fluentd reads both as a parameter name",
            builder.place(0, hidden.end()),
            "a file without a byte order mark",
        )
    errors = [*builder.errors, *syntax_errors.recovery_errors(document, tree.root_node)]
    errors.sort(key=lambda e: (e.place.span.start, e.place.span.end))
    return Parsed(root, tuple(syntax_errors.one_for_each_cause(text, errors)), tree, text)


def _readable(text: bytes) -> bytes:
    """``text`` with an innocent name in place of a byte order mark: tree-sitter skips the mark, Fluentd reads it as a name.

    Where that would hide a section or an include, it stays: the error is told once, and the structure is kept.
    """
    return text if not text.startswith(_MARK) or _HIDDEN.match(text) else b"___" + text[len(_MARK) :]


class _Open:
    """A section that is being built."""

    __slots__ = ("arg", "arg_place", "items", "name", "node", "start", "stray")

    def __init__(self, node: Node, start: Node, name: str, arg: str, arg_place: Place) -> None:
        self.node, self.start, self.name, self.arg, self.arg_place = node, start, name, arg, arg_place
        self.items: list[Param | Block] = []
        self.stray: Node | None = None  # an end tag of another name, directly inside


class _Builder:
    """Walks the syntax tree without recursion: sections may nest as deeply as a hostile file likes."""

    def __init__(self, document: Document, earlier: Sections) -> None:
        self.document = document
        self.earlier = earlier
        self.text = document.text
        self.errors: list[SyntaxProblem] = []
        self.cut_off = False
        self.missed_end = -1  # where the ends of sections were last found missing
        self.missed_error = -1  # and the index of the error that says so
        self.torn_json = False  # the last parameter's value was no JSON, and may go on in lines that read as parameters

    def place(self, start: int, end: int) -> Place:
        return Place(self.document, Span(start, end))

    def place_of(self, node: Node) -> Place:
        return self.place(node.start_byte, node.end_byte)

    def cut(self, node: Node) -> str:
        return self.text[node.start_byte : node.end_byte].decode("utf-8", "replace")

    def error(self, message: str, place: Place, expected: str = "", *, local: bool = False) -> None:
        self.errors.append(SyntaxProblem(message, place, expected, local=local))

    def config(self, node: Node) -> Block:
        items: list[Param | Block] = []
        stack: list[_Open] = []
        todo: list[Node | None] = list(reversed(node.children))
        while todo:
            child = todo.pop()
            if child is not None and len(self.errors) >= limits.MAX_ERRORS:
                self.error(f"more than {limits.MAX_ERRORS:,} syntax errors: the rest is not read", self.place_of(child))
                todo = [None] * len(stack)
                continue
            into = stack[-1].items if stack else items
            if child is None:
                done = self.close(stack.pop())
                (stack[-1].items if stack else items).append(done)
                continue
            kind = child.type
            if kind == "section":
                last = child.child(child.child_count - 1)
                span = Span(child.start_byte, child.end_byte if last is None else last.end_byte)
                known = None if self.torn_json else self.earlier.at(self.document, span, len(stack))
                if known is not None:
                    into.append(known)
                    continue
                if len(stack) == limits.MAX_DEPTH:
                    self.cut_off = True
                    self.error(
                        f"sections are nested deeper than {limits.MAX_DEPTH} levels; what is inside is not read",
                        self.place(child.start_byte, child.children[0].end_byte),
                    )
                    continue
                pause()
                opened = self.open(child)
                stack.append(opened)
                todo.append(None)
                todo.extend(reversed(child.children[1:]))
            elif kind == "param":
                if self.torn_json and _JSON_LINE.match(self.text, child.start_byte):
                    continue  # a further line of a value that was reported
                self.torn_json = False
                into.append(self.param(child, stack[-1].name if stack else ROOT))
            elif kind == "include":
                into.append(self.include(child))
            elif kind == "end_tag":
                self.errors.extend(syntax_errors.end_tag(self.document, child, stack[-1].name, stack[-1].start))
            elif kind == "unclosed":
                # What is nested too deeply was not read: whether its end is there is not known.
                if not self.cut_off:
                    self.unclosed(stack[-1], child)
            elif kind == "stray_end_tag":
                self.stray(stack[-1] if stack else None, child)
        whole = self.place(0, len(self.text))
        empty = self.place(0, 0)
        return Block(ROOT, "", tuple(items), whole, empty, empty)

    def stray(self, inside: _Open | None, tag: Node) -> None:
        """An end tag that ends nothing; or the wrong one, which is told when ``inside`` turns out to have no end."""
        if inside is not None and inside.stray is None:
            inside.stray = tag
        elif inside is not None or not _LAST_TAG.match(self.text, tag.start_byte):
            self.errors.append(syntax_errors.stray_end_tag(self.document, tag))

    def unclosed(self, opened: _Open, where: Node) -> None:
        """One error for all sections whose end was missed at the same place: at the innermost, which comes first."""
        stray, opened.stray = opened.stray, None
        if stray is not None and opened.name:
            self.errors.extend(syntax_errors.end_tag(self.document, stray, opened.name, opened.start))
            return
        if syntax_errors.ends_after_tag(self.document, opened.start, opened.name):
            return
        if where.start_byte == self.missed_end:
            first = self.errors[self.missed_error]
            self.errors[self.missed_error] = syntax_errors.also_unclosed(self.document, first, opened.start, opened.name)
            return
        self.missed_end, self.missed_error = where.start_byte, len(self.errors)
        self.errors.append(syntax_errors.unclosed(self.document, opened.start, opened.name, where))

    def open(self, node: Node) -> _Open:
        start = node.children[0]
        name = arg = ""
        arg_place = self.place(start.end_byte, start.end_byte)
        parts = start.named_children
        for part in parts:
            kind = part.type
            if kind == "tag_name":
                name = self.cut(part)
                arg_place = self.place(part.end_byte, part.end_byte)
            elif kind == "arg":
                arg, arg_place = self.arg(part)
        self.errors.extend(syntax_errors.start_tag(self.document, parts, name))
        return _Open(node, start, name, arg, arg_place)

    def close(self, opened: _Open) -> Block:
        node, start = opened.node, opened.start
        if opened.stray is not None:
            self.errors.append(syntax_errors.stray_end_tag(self.document, opened.stray))
        head_end = start.end_byte
        parts = start.named_children
        if parts and parts[-1].type == "trailing_text":
            head_end = parts[-1].start_byte
        head = self.place(start.start_byte, start.start_byte + len(self.text[start.start_byte : head_end].rstrip()))
        children = node.children
        end = children[-1].end_byte
        if children[-1].type != "end_tag":
            end = max(child.end_byte for child in children)
        return Block(opened.name, opened.arg, tuple(opened.items), self.place(node.start_byte, end), head, opened.arg_place)

    def arg(self, node: Node) -> tuple[str, Place]:
        first, last = node.children[0], node.children[-1]
        if first.type.endswith("_string"):
            return self.value(first).text, self.place(first.start_byte, first.end_byte)
        place = self.place(first.start_byte, last.end_byte)
        return place.text, place

    def param(self, node: Node, section: str) -> Param | Block:
        parts = [p for p in node.named_children if p.type != "comment"]
        name_node = parts[0]
        name_place = self.place(name_node.start_byte, name_node.end_byte)
        name = name_place.text
        if name_node.type == "quoted_name":
            name = self.value(name_node.children[0]).text
        if len(parts) == 1:
            end = self.place(name_node.end_byte, name_node.end_byte)
            return Param(name, "", end, name_place)
        value_node = parts[1]
        self.errors.extend(syntax_errors.glued(self.document, name_node, value_node))
        if name == INCLUDE:
            return self.include_path(node, value_node)
        value = self.value(value_node)
        self.errors.extend(syntax_errors.param(self.document, section, name, name_node, parts[1:]))
        place = self.place(value_node.start_byte, value_node.end_byte)
        return Param(name, value.text, place, name_place, value.embedded)

    def include(self, node: Node) -> Block:
        parts = [p for p in node.named_children if p.type != "comment"]
        if len(parts) > 1:
            return self.include_path(node, parts[1])
        here = self.place(parts[0].start_byte, parts[0].end_byte)
        self.error("@include without a path", here, "a path or a glob", local=True)
        return Block(INCLUDE, "", (), here, here, here)

    def include_path(self, node: Node, path: Node) -> Block:
        """An include of ``path``. Fluentd takes a parameter with the quoted name ``"@include"`` for one as well."""
        here = self.place(node.start_byte, path.end_byte)
        return Block(INCLUDE, self.value(path).text, (), here, here, self.place(path.start_byte, path.end_byte))

    def value(self, node: Node) -> literal.Value:
        value = literal.read(self.text, node)
        self.torn_json = node.type == "invalid_json" and bool(value.faults)
        for fault in value.faults:
            self.error(fault.message, self.place(fault.start, fault.end), fault.expected, local=True)
        return value
