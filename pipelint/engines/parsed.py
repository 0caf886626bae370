"""Parsed: what a parser makes of one document, alike for every engine."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from pipelint.base.block import Block
from pipelint.base.document import Document, Place
from pipelint.base.record import dataclass
from pipelint.base.span import Span
from pipelint.engines.syntax_error import SyntaxProblem

if TYPE_CHECKING:
    from tree_sitter import Tree

ROOT = "ROOT"
T = TypeVar("T")


@dataclass(frozen=True, slots=True, eq=False)
class Parsed:
    """A parsed document: ``root`` (named ``ROOT``, includes unresolved), syntax errors in source order, the syntax tree.

    ``text`` is what the tree was made of.
    """

    root: Block
    errors: tuple[SyntaxProblem, ...]
    tree: Tree
    text: bytes


# Documents that an engine remembers: those of the config at hand. An editor makes a new one with every keystroke.
_MOST_KEPT = 32


def forget_oldest(known: dict[Document, T], keep: int) -> None:
    """Takes out what was put in first, down to the number that is remembered, or to the ``keep`` newest if those are more."""
    for document in list(known)[: -max(keep, _MOST_KEPT)]:
        del known[document]


def unread(document: Document, problem: SyntaxProblem, tree: Tree) -> Parsed:
    """What is left of a config that is too large: an empty root that spans it, and one error."""
    whole, empty = Place(document, Span(0, len(document.text))), Place(document, Span(0, 0))
    return Parsed(Block(ROOT, "", (), whole, empty, empty), (problem,), tree, b"")
