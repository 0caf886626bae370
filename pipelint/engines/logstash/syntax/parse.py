"""Logstash's pipeline language: from a document to its sections, plugins and branches, with every syntax error at its place."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from pipelint.base.text.document import Document, Place
from pipelint.base.text.span import Span
from pipelint.engines.logstash.syntax import errors as syntax_errors
from pipelint.engines.logstash.syntax.build import Builder
from pipelint.language import limits
from pipelint.language.moved import Sections
from pipelint.language.parsed import Parsed, unread
from pipelint.language.reparse import FIRST, Earlier, parser_of, reparse
from pipelint.language.syntax_problem import SyntaxProblem

if TYPE_CHECKING:
    from tree_sitter import Parser


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
    builder = Builder(document, Sections(before.sound, document.text))
    root = builder.config(tree.root_node)
    errors = [*builder.errors, *syntax_errors.byte_errors(document, tree.root_node)]
    for error in syntax_errors.recovery_errors(document, tree.root_node):
        if len(errors) >= limits.MAX_ERRORS:
            message = f"more than {limits.MAX_ERRORS:,} syntax errors: the rest is not listed"
            errors.append(SyntaxProblem(message, error.place))
            break
        errors.append(error)
    if tree.root_node.has_error and not errors:
        # The tree says that something is wrong and not where: the config is no clean one all the same.
        errors.append(SyntaxProblem("not a pipeline config", Place(document, Span(0, 0)), "input, filter or output"))
    errors.sort(key=lambda e: (e.place.span.start, e.place.span.end))
    return Parsed(root, tuple(errors), tree, document.text)
