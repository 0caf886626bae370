"""Reparsing: the syntax tree of a text from that of its last version, of which an edit leaves most as it was."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pipelint.base.document import Document
from pipelint.engines.parsed import Parsed

if TYPE_CHECKING:
    from tree_sitter import Parser, Tree


def earlier(known: dict[Document, Parsed], document: Document) -> Parsed | None:
    """The newest of ``known`` that is another version of ``document``: of the same file, and the same part of it."""
    for other in reversed(known):
        if other.name == document.name and other.part == document.part and other.file.path == document.file.path:
            return known[other]
    return None


def reparse(parser: Parser, text: bytes, before: Parsed | None) -> Tree:
    """The tree of ``text``, made from that of ``before`` where more than half of it is the same."""
    if before is None:
        return parser.parse(text)
    old = before.text
    start, end = _same(old, text)
    if 2 * (start + end) < len(text):
        return parser.parse(text)
    old_end, new_end = len(old) - end, len(text) - end
    # A copy: the tree of the last version is still that version's.
    tree = before.tree.copy()
    tree.edit(start, old_end, new_end, _point(old, start), _point(old, old_end), _point(text, new_end))
    new = parser.parse(text, tree)
    # How tree-sitter recovers from errors depends on what it has read before: a broken text is read as if it were new.
    return parser.parse(text) if new.root_node.has_error else new


def _same(old: bytes, new: bytes) -> tuple[int, int]:
    """How many bytes both begin with, and how many of the rest both end with."""
    most = min(len(old), len(new))
    start = _longest(most, lambda size: old[:size] == new[:size])
    end = _longest(most - start, lambda size: old[len(old) - size :] == new[len(new) - size :])
    return start, end


def _longest(most: int, same: Callable[[int], bool]) -> int:
    """The largest size up to ``most`` for which ``same`` holds, as it does for all smaller ones."""
    low = 0
    while low < most:
        middle = (low + most + 1) // 2
        low, most = (middle, most) if same(middle) else (low, middle - 1)
    return low


def _point(text: bytes, offset: int) -> tuple[int, int]:
    """The row and column of a byte, as tree-sitter counts them."""
    return text.count(b"\n", 0, offset), offset - (text.rfind(b"\n", 0, offset) + 1)
