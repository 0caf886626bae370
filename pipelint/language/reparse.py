"""Reparsing: the syntax tree of a text from that of its last version, of which an edit leaves most as it was."""

from __future__ import annotations

import sys
from _frozen_importlib import module_from_spec
from _frozen_importlib_external import PathFinder
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Document
from pipelint.base.text.span import Span
from pipelint.language.parsed import Parsed, same_part

if TYPE_CHECKING:
    from types import ModuleType

    from tree_sitter import Parser, Tree


# Bytes that are compared at a time.
_CHUNK = 4096


@dataclass(frozen=True, slots=True)
class Earlier:
    """Earlier versions of a document: the ``last`` one, and the last ``sound`` one, which had no errors."""

    last: Parsed | None = None
    sound: Parsed | None = None


FIRST = Earlier()
"""Those of a document that has not been seen before."""


def parser_of(language: object) -> Parser:
    """A parser for a grammar of the native module."""
    binding = _binding()
    parser: Parser = binding.Parser(binding.Language(language))
    return parser


@cache
def _binding() -> ModuleType:
    """tree-sitter's compiled module. The package around it loads ``typing`` for a protocol: a twentieth of a check."""
    name = "tree_sitter._binding"
    package = PathFinder.find_spec("tree_sitter")
    spec = None if package is None else PathFinder.find_spec(name, package.submodule_search_locations)
    if name in sys.modules or spec is None or spec.loader is None:
        __import__(name)
    else:
        sys.modules[name] = module = module_from_spec(spec)
        spec.loader.exec_module(module)
    return sys.modules[name]


def earlier(known: dict[Document, Parsed], document: Document) -> Earlier:
    """Those of ``known`` that are other versions of ``document``: of the same file, and the same part of it."""
    last: Parsed | None = None
    for other in reversed(known):
        if same_part(other, document):
            last = last or known[other]
            if not known[other].errors:
                return Earlier(last, known[other])
    return Earlier(last)


class Edited:
    """What one edit has replaced between two versions of a text: what both begin with, and what the rest of both ends with."""

    def __init__(self, old: bytes, new: bytes) -> None:
        most = min(len(old), len(new))
        self.start = _longest(most, lambda done, size: old[done:size] == new[done:size])
        end, after = len(old), len(new)
        kept = _longest(most - self.start, lambda done, size: old[end - size : end - done] == new[after - size : after - done])
        self.old_end, self.new_end = end - kept, after - kept

    def before(self, span: Span) -> int | None:
        """Where bytes of the new text stood in the old one; None where the edit has touched them."""
        if span.end <= self.start:
            return span.start
        return span.start - self.new_end + self.old_end if span.start >= self.new_end else None

    def touches(self, span: Span) -> bool:
        """Whether the edit has touched these bytes of the old text."""
        return span.end > self.start and span.start < self.old_end


def reparse(parser: Parser, text: bytes, before: Parsed | None) -> Tree:
    """The tree of ``text``, made from that of ``before`` where more than half of it is the same."""
    if before is None:
        return parser.parse(text)
    old, edited = before.text, Edited(before.text, text)
    if 2 * (edited.new_end - edited.start) > len(text):
        return parser.parse(text)
    # A copy: the tree of the last version is still that version's.
    tree = before.tree.copy()
    points = _point(old, edited.start), _point(old, edited.old_end), _point(text, edited.new_end)
    tree.edit(edited.start, edited.old_end, edited.new_end, *points)
    new = parser.parse(text, tree)
    # How tree-sitter recovers from errors depends on what it has read before: a broken text is read as if it were new.
    return parser.parse(text) if new.root_node.has_error else new


def _longest(most: int, same: Callable[[int, int], bool]) -> int:
    """The largest size up to ``most`` for which ``same(0, size)`` holds; what ``same`` is told to begin with is known to hold."""
    low, step = 0, _CHUNK
    while low < most and step:
        size = min(low + step, most)
        if same(low, size):
            low = size
        else:
            step //= 2
    return low


def _point(text: bytes, offset: int) -> tuple[int, int]:
    """The row and column of a byte, as tree-sitter counts them."""
    return text.count(b"\n", 0, offset), offset - (text.rfind(b"\n", 0, offset) + 1)
