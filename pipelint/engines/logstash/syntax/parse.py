"""Logstash's pipeline language: from a document to its sections, plugins and branches, with every syntax error at its place."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING

from pipelint.base.lean.late import late
from pipelint.base.lean.record import replace
from pipelint.base.text.document import Document, Place
from pipelint.base.text.span import Span
from pipelint.engines.logstash.syntax import errors as syntax_errors
from pipelint.engines.logstash.syntax.build import Builder
from pipelint.engines.logstash.syntax.mend.mend import mend
from pipelint.language import limits
from pipelint.language.moved import Sections
from pipelint.language.parsed import Parsed, unread
from pipelint.language.reparse import FIRST, Earlier, parser_of, reparse
from pipelint.language.syntax_problem import SyntaxProblem

if TYPE_CHECKING:
    from tree_sitter import Node, Parser

BOM = "\ufeff".encode()
_LONE_RETURN = late(rb"\r(?!\n)")


@lru_cache(maxsize=1)
def parser() -> Parser:
    """A tree-sitter parser for Logstash pipelines."""
    from pipelint import _native

    return parser_of(_native.logstash_language())


def parse(document: Document, before: Earlier = FIRST) -> Parsed:
    """Read a document as Logstash's own parser reads it. Never raises on any text: what is wrong stands in ``errors``.

    ``before`` are other versions of it, which make it quicker.
    """
    if problem := limits.size_problem(document):
        return unread(document, problem, parser().parse(b""))
    tree = reparse(parser(), document.text, before.last)
    if problem := limits.tree_problem(document, tree.root_node):
        return unread(document, problem, tree)
    mended = mend(document) if tree.root_node.has_error else None
    nodes = [tree.root_node] if mended is None else [parser().parse(text).root_node for text in mended.texts]
    if mended is not None and mended.braces and any(node.has_error for node in nodes):
        # The brace is missing elsewhere.
        mended, nodes = None, [tree.root_node]
    builder = Builder(document, Sections(before.sound, document.text))
    root = builder.config(nodes)
    errors = [*builder.errors, *(() if mended is None else mended.problems), *_byte_errors(document, tree.root_node)]
    starts = _starts(nodes) if tree.root_node.has_error else []
    for error in chain.from_iterable(syntax_errors.recovery_errors(document, node) for node in nodes):
        if len(errors) >= limits.MAX_ERRORS:
            message = f"more than {limits.MAX_ERRORS:,} syntax errors: the rest is not listed"
            errors.append(SyntaxProblem(message, error.place))
            break
        errors.append(_resumed(error, starts))
    if tree.root_node.has_error and not errors:
        # The tree says that something is wrong and not where: the config is no clean one all the same.
        errors.append(SyntaxProblem("not a pipeline config", Place(document, Span(0, 0)), "input, filter or output"))
    errors.sort(key=lambda e: (e.place.span.start, e.place.span.end))
    return Parsed(root, tuple(errors), tree, document.text)


def _starts(roots: Sequence[Node]) -> list[int]:
    """Where the sections begin that have a head."""
    heads = [node.child_by_field_name("type") for root in roots for node in root.named_children if node.type == "section"]
    return sorted(head.start_byte for head in heads if head is not None and head.type == "section_type")


def _resumed(error: SyntaxProblem, starts: Sequence[int]) -> SyntaxProblem:
    """The error with the place from which on sections are as they are written: the next one of them."""
    if error.local or error.mended:
        return error
    after = bisect_left(starts, max(error.place.span.end, error.missed or 0))
    return replace(error, until=starts[after]) if after < len(starts) else error


def _byte_errors(document: Document, root: Node) -> Iterator[SyntaxProblem]:
    """What a lexer cannot see: a byte order mark, and a carriage return alone after a comment."""
    if document.text.startswith(BOM):
        place = Place(document, Span(0, len(BOM)))
        expected = "a file without a byte order mark"
        yield SyntaxProblem("Logstash cannot read a byte order mark", place, expected, local=True, mended=True)
    if _LONE_RETURN.search(document.text):
        for comment in _comments(root):
            if _LONE_RETURN.match(document.text, comment.end_byte):
                place = Place(document, Span(comment.end_byte, comment.end_byte + 1))
                yield SyntaxProblem("a carriage return alone does not end a comment", place, "a line feed", local=True)


def _comments(root: Node) -> Iterator[Node]:
    todo = [root]
    while todo:
        node = todo.pop()
        if node.type == "comment":
            yield node
        todo.extend(node.children)
