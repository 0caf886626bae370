"""Parsed: what a parser makes of one document, alike for every engine."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipelint.base.block import Block
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Document, Place
from pipelint.base.text.span import Span
from pipelint.language.syntax_problem import SyntaxProblem

if TYPE_CHECKING:
    from tree_sitter import Tree

ROOT = "ROOT"


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


def forget_oldest(known: dict[Document, Parsed], keep: int) -> None:
    """Takes out what was put in first, down to the number that is remembered, or to the ``keep`` newest if those are more.

    Of what is in the newest documents the last version without errors stays: while a line is typed most have some.
    """
    documents = list(known)
    newest = documents[-max(keep, _MOST_KEPT) :]
    wanted = {_part(document) for document in newest} - {_part(document) for document in newest if not known[document].errors}
    for document in reversed(documents[: -len(newest)]):
        if _part(document) in wanted and not known[document].errors:
            wanted.remove(_part(document))
        else:
            del known[document]


def same_part(one: Document, other: Document) -> bool:
    """Whether two documents are versions of one: of the same file, and the same part of it."""
    return _part(one) == _part(other)


def _part(document: Document) -> tuple[str, str, str]:
    return document.name, document.part, document.file.path


def unread(document: Document, problem: SyntaxProblem, tree: Tree) -> Parsed:
    """What is left of a config that is too large: an empty root that spans it, and one error."""
    whole, empty = Place(document, Span(0, len(document.text))), Place(document, Span(0, 0))
    return Parsed(Block(ROOT, "", (), whole, empty, empty), (problem,), tree, b"")
