"""A text that a regex matches, made from its tree."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import islice

from pipelint.base.lean.record import dataclass, field
from pipelint.cost.regex.words import prose
from pipelint.regex.tree import Json, Node

# Rounds of an open loop over single characters: names, hosts and numbers are about as long.
_ROUNDS = 5
# Characters of an example; nodes looked at.
_LONGEST, _BUDGET = 20_000, 5_000
# How many times the parts of the simplest alternative one may have that is chosen; where counting ends.
_INVOLVED, _MOST_PARTS = 6, 300
# How many calls of groups may stand inside each other: a group that calls itself has no end of its own.
_MOST_CALLS = 5
# How many characters of a class are used, and in what order the characters of a class are chosen from.
_VARIETY = 7
_PREFERRED = "abcdefghijklmnopqrstuvwxyz1234567890ABCDEFGHIJKLMNOPQRSTUVWXYZ /-_.:=,"


@dataclass(slots=True)
class _Maker:
    """``filler``: bytes of text for the widest loop, which is ``widest``; ``rounds``: of an open loop over single characters;
    ``groups``: the examples of the groups so far; ``asked``: what lookaheads ask for; ``loops``: the loops that could hold more;
    ``calls``: the groups that are being called."""

    root: Node
    widest: Node | None
    filler: int
    rounds: int = _ROUNDS
    groups: dict[int, str] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    loops: list[Node] = field(default_factory=list)
    choices: dict[int, list[str]] = field(default_factory=dict)
    budget: int = _BUDGET
    calls: int = 0

    def text(self, root: Node) -> str:
        """A text for the whole, and after it what lookaheads ask for."""
        return self.make(root) + "".join(self.asked)

    def make(self, node: Node) -> str:
        self.budget -= 1
        if self.budget < 0:
            return ""
        match node.kind:
            case "char":
                return str(node.details["value"])
            case "class":
                if id(node) not in self.choices:
                    self.choices[id(node)] = _choices(node)
                choices = self.choices[id(node)]
                return choices[self.budget % len(choices)] if choices else ""
            case "any" | "grapheme":
                # A single dot mostly stands for one in the text.
                return "."
            case "linebreak":
                return "\n"
            case "concat":
                return "".join(self.make(child) for child in node.children)
            case "alternate":
                return self.make(_simplest(node.children)) if node.children else ""
            case "look" if node.details.get("what") == "Ahead":
                self.asked.append(self.make(node.children[0]))
                return ""
            case "group" | "atomic":
                return self.make(node.children[0])
            case "capture":
                text = self.make(node.children[0])
                self.groups[_number(node.details.get("index"))] = text
                return text
            case "repeat":
                return self._repeated(node)
            case "backref":
                return next((self.groups[g] for g in _numbers(node.details.get("groups")) if g in self.groups), "")
            case "call":
                return self._called(_numbers(node.details.get("groups")))
            case "conditional":
                taken = any(g in self.groups for g in _numbers(node.details.get("groups")))
                return self.make(node.children[0 if taken else 1])
            case _:
                return ""

    def _called(self, groups: Sequence[int]) -> str:
        """The expression of a group again."""
        found = (node for node in self.root.walk() if node.kind == "capture" and node.details.get("index") in groups)
        group = next(found, None)
        if group is None or self.calls >= _MOST_CALLS:
            return ""
        self.calls += 1
        text = self.make(group.children[0])
        self.calls -= 1
        return text

    def _repeated(self, node: Node) -> str:
        body, least = node.children[0], _number(node.details.get("min"))
        most = node.details.get("max")
        if most is None:
            self.loops.append(node)
        if node is self.widest:
            return prose(max(self.filler, least))
        single = body.kind in ("class", "any", "char")
        rounds = max(least, (self.rounds if most is None else _ROUNDS) if single and body.kind != "char" else 1)
        if isinstance(most, int):
            rounds = min(rounds, most)
        parts: list[str] = []
        size = 0
        for _round in range(rounds):
            if size > _LONGEST or self.budget < 0:
                break
            parts.append("x" if body.kind == "any" else self.make(body))
            size += len(parts[-1])
        return "".join(parts)


def example(root: Node, size: int) -> str:
    """A text of about ``size`` characters that the regex should match, one round of each optional part, first alternatives.

    Not verified: lookarounds and boundaries are not looked at. Bounded in time and length.
    """
    maker = _Maker(root, None, 0)
    bare = maker.text(root)
    wide = [loop for loop in maker.loops if loop.children[0].kind == "any"] or [loop for loop in maker.loops if _holds_text(loop)]
    if not wide or len(bare) >= size:
        return bare
    return _Maker(root, wide[-1], size - len(bare), choices=maker.choices).text(root)


def stretched(root: Node, size: int) -> str:
    """The same with longer words in the place of more text: for a regex that takes the whole line and no blanks but its own."""
    maker = _Maker(root, None, 0)
    bare = maker.text(root)
    words = sum(1 for loop in maker.loops if loop.children[0].kind == "class")
    if not words or len(bare) >= size:
        return bare
    return _Maker(root, None, 0, _ROUNDS + (size - len(bare)) // words, choices=maker.choices).text(root)


def _simplest(options: Sequence[Node]) -> Node:
    """The first of several, unless it is far more involved than another: of IP and host, the host."""
    parts = [_parts(option) for option in options]
    least = min(parts)
    return next(option for option, count in zip(options, parts, strict=True) if count <= _INVOLVED * least)


def _parts(node: Node) -> int:
    """Parts of a node, up to a few hundred."""
    return sum(1 for _part in islice(node.walk(), _MOST_PARTS))


def _holds_text(node: Node) -> bool:
    """Whether a loop takes words and blanks."""
    match node.kind:
        case "any":
            return True
        case "class":
            return all(_has(node, char) for char in "e ")
        case "alternate":
            return any(_holds_text(child) for child in node.children)
        case "repeat" | "group" | "capture" | "atomic":
            return _holds_text(node.children[0])
        case _:
            return False


def _has(node: Node, char: str) -> bool:
    ranges = node.details.get("ranges")
    pairs = ranges if isinstance(ranges, list) else []
    return any(str(pair[0]) <= char <= str(pair[1]) for pair in pairs if isinstance(pair, list))


def _choices(node: Node) -> list[str]:
    """Characters of a class, all of one sort, so that a word is a word and a number a number."""
    ranges = node.details.get("ranges")
    if not isinstance(ranges, list):
        return []
    return _of_one_sort(tuple([(str(pair[0]), str(pair[1])) for pair in ranges if isinstance(pair, list)]))


# A pattern has few different classes.
@lru_cache(maxsize=256)
def _of_one_sort(pairs: Sequence[tuple[str, str]]) -> list[str]:
    good: list[str] = []
    for char in _PREFERRED:
        if any(low <= char <= high for low, high in pairs):
            if good and (char.isalpha(), char.isdigit()) != (good[0].isalpha(), good[0].isdigit()):
                break
            good.append(char)
            if len(good) == _VARIETY:
                break
    return good or [low for low, _ in pairs[:1]]


def _numbers(value: Json) -> Sequence[int]:
    return [number for number in value if isinstance(number, int)] if isinstance(value, list) else []


def _number(value: Json) -> int:
    return value if isinstance(value, int) else 0
