"""Limits on what is read, so that no input takes longer than a second or two. Real configs stay far below all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipelint.base.text.document import Document, Place
from pipelint.base.text.span import Span
from pipelint.language.syntax_problem import SyntaxProblem

if TYPE_CHECKING:
    from tree_sitter import Node

# A ConfigMap holds at most 1 MiB; the largest config that we know of has 30 KiB.
MAX_BYTES = 4_500_000
MAX_LINES = 200_000
# Syntax nodes of a document, and of a config with all that it includes. A line `name value` has three.
MAX_NODES = 150_000
# Syntax errors after which the rest is not read.
MAX_ERRORS = 1_000
# What is nested deeper is reported and left out; Fluentd itself runs out of stack somewhere above 1,000 sections.
MAX_DEPTH = 200


def size_problem(document: Document) -> SyntaxProblem | None:
    """An error at the first byte or line that is too many, before anything is parsed."""
    if len(document.text) > MAX_BYTES:
        return _too_large(document, f"{MAX_BYTES:,} bytes", MAX_BYTES)
    for line_end in (b"\n", b"\r"):
        if document.text.count(line_end) > MAX_LINES:
            beyond = document.text.split(line_end, MAX_LINES)[-1]
            return _too_large(document, f"{MAX_LINES:,} lines", len(document.text) - len(beyond))
    return None


def tree_problem(document: Document, root: Node) -> SyntaxProblem | None:
    """An error at the first syntax node that is too many, where the tree is too large to be walked."""
    if root.descendant_count <= MAX_NODES:
        return None
    cursor = root.walk()
    cursor.goto_descendant(MAX_NODES)
    at = cursor.node.start_byte if cursor.node else 0
    return _too_large(document, f"{MAX_NODES:,} syntax nodes (some 50,000 lines)", at)


def joined_problem(document: Document) -> SyntaxProblem:
    """An error at a document with which a config of several has too many syntax nodes."""
    limit = f"its files have more than {MAX_NODES:,} syntax nodes together"
    message = f"this config is too large: {limit}; this file and the ones after it were not read"
    return SyntaxProblem(message, Place(document, Span(0, 0)))


def _too_large(document: Document, limit: str, at: int) -> SyntaxProblem:
    message = f"this config is too large: it has more than {limit}; it was not read"
    return SyntaxProblem(message, Place(document, Span(at, at)), "several files that include each other")
