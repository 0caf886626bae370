"""Regular expressions as sets of texts: `<match /.../>` exactly or not at all, captures as all that they might hold."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING

from pipelint.engines.fluentd.routing.atoms import (
    Anything,
    AtEnd,
    Atom,
    AtStart,
    Choice,
    Literal,
    NoneOf,
    OneOf,
    Repeat,
    automaton,
)
from pipelint.graph.automaton import Automaton
from pipelint.graph.bounds import TooLargeError

if TYPE_CHECKING:
    from pipelint._native import RegexNode

# A class of more characters, and whose complement has more too, is not written out.
_MAX_CLASS = 600
_MAX_REPEAT = 100
_SURROGATES = range(0xD800, 0xE000)


class _InexactError(Exception):
    """A piece whose texts cannot be said exactly."""


@lru_cache(maxsize=512)
def tag_pattern(text: str) -> Automaton | None:
    """The tags that `/.../` takes: Fluentd puts ``\\A`` before and ``\\Z`` after what stands between the slashes.

    None where it is no such pattern or holds more than literals, classes, alternatives, repetitions and anchors. Tags are
    taken to have no line ends.
    """
    if len(text) < 2 or not text.endswith("/"):
        return None
    return matched("\\A" + text[1:-1] + "\\Z")


@lru_cache(maxsize=512)
def matched(pattern: str) -> Automaton | None:
    """The texts (of one line) in which ``pattern`` is found, exactly; None where that cannot be said."""
    root = _parse(pattern)
    if root is None:
        return None
    try:
        return automaton((Anything(), *_Texts(_refuse).of(root), Anything()))
    except (_InexactError, TooLargeError):
        return None


@lru_cache(maxsize=512)
def captures(pattern: str) -> tuple[tuple[Atom, ...], ...] | None:
    """For each capture group in order what it may hold, or more; None for a pattern that Ruby refuses.

    A group that a match may pass by holds the empty text then, as in the plugins that put it into a tag.
    """
    root = _parse(pattern)
    if root is None:
        return None
    found: dict[int, tuple[Atom, ...]] = {}
    todo = [(root, False)]
    while todo:
        node, optional = todo.pop()
        if node.kind == "capture":
            held = _Texts(_anything).of(node)
            found[node.details["index"]] = (Choice((held, ())),) if optional else held
        inside = optional or node.kind in ("alternate", "conditional", "absent", "look")
        inside = inside or (node.kind == "repeat" and node.details["min"] == 0)
        todo.extend((child, inside) for child in node.children)
    return tuple(found.get(index, (Anything(),)) for index in range(1, max(found, default=0) + 1))


def _parse(pattern: str) -> RegexNode | None:
    from pipelint._native import regex_tree

    try:
        return regex_tree(pattern)
    except ValueError:
        return None


def _refuse() -> tuple[Atom, ...]:
    raise _InexactError


def _anything() -> tuple[Atom, ...]:
    return (Anything(),)


class _Texts:
    """The texts of a tree's nodes; ``unknown`` says what becomes of a node whose texts are not known."""

    def __init__(self, unknown: Callable[[], tuple[Atom, ...]]) -> None:
        self.unknown = unknown

    def of(self, node: RegexNode) -> tuple[Atom, ...]:
        """The atoms of a node. The parser bounds the depth."""
        children = node.children
        match node.kind:
            case "empty":
                return ()
            case "char":
                return self._char(node.details["value"], fold=node.details["fold"])
            case "class":
                return self._class(node.details["ranges"])
            case "any":
                return (NoneOf(),)
            case "assert":
                return self._assertion(node.details["what"])
            case "concat" | "group" | "capture":
                return tuple(atom for child in children for atom in self.of(child))
            case "alternate":
                return (Choice(tuple(self.of(child) for child in children)),)
            case "repeat" if node.details["what"] != "Possessive":
                most = node.details["max"]
                if max(node.details["min"], most or 0) > _MAX_REPEAT:
                    return self.unknown()
                return (Repeat(self.of(children[0]), node.details["min"], most),)
            case _:
                return self.unknown()

    def _assertion(self, what: str) -> tuple[Atom, ...]:
        match what:
            case "LineStart" | "TextStart":
                return (AtStart(),)
            case "LineEnd" | "TextEnd" | "TextEndNewline":
                return (AtEnd(),)
            case _:
                return self.unknown()

    def _char(self, char: str, *, fold: bool) -> tuple[Atom, ...]:
        if not fold:
            return (Literal(char),)
        return (OneOf(frozenset((char.lower(), char.upper()))),) if char.isascii() else self.unknown()

    def _class(self, ranges: list[tuple[str, str]]) -> tuple[Atom, ...]:
        bounds = [(ord(low), ord(high)) for low, high in ranges]
        if sum(high - low + 1 for low, high in bounds) <= _MAX_CLASS:
            return (OneOf(_chars(bounds)),)
        gaps: list[tuple[int, int]] = []
        at = 0
        for low, high in sorted(bounds):
            gaps.append((at, low - 1))
            at = high + 1
        gaps.append((at, 0x10FFFF))
        # Surrogates are no characters, and a gap of every class that spans them.
        gaps = [(low, high) for low, high in gaps if low <= high and not (low in _SURROGATES and high in _SURROGATES)]
        if sum(high - low + 1 for low, high in gaps) <= _MAX_CLASS:
            return (NoneOf(_chars(gaps)),)
        return self.unknown()


def _chars(bounds: list[tuple[int, int]]) -> frozenset[str]:
    return frozenset(chr(code) for low, high in bounds for code in range(low, high + 1))
