"""The automata of the native module once more, in plain Python without bounds: what they are compared with.

It has the interface of ``pipelint.graph.automaton``, so that it can stand in its place (``reference_graphs.py``).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from functools import reduce
from typing import TypeVar

S = TypeVar("S", bound=Hashable)
State = tuple[dict[str, int | None], int | None, bool]
Row = tuple[dict[str, S | None], S | None, bool]
Pair = tuple[int | None, int | None]
_DEAD: State = ({}, None, False)
# More characters than this no automaton of a test names.
_FREE = "xyzabcdefghijklmnopqrstuvw_" + "".join(map(chr, range(0x4E00, 0x5000)))


def step(state: State, char: str) -> int | None:
    """The state that a character leads to."""
    return state[0].get(char, state[1])


class Automaton:
    """A set of texts; see ``pipelint/_native.pyi``."""

    def __init__(self, moves: list[list[tuple[str, bool, int]]], free: list[list[tuple[str, int]]], end: int) -> None:
        self.states = _determined(moves, free, end) if moves else []

    @classmethod
    def of(cls, states: list[State]) -> Automaton:
        found = cls([], [], 0)
        found.states = states
        return found

    @property
    def prefix(self) -> str:
        out, at = "", 0
        while self.states and len(out) < len(self.states):
            on, other, accepts = self.states[at]
            ways = [(char, to) for char, to in on.items() if to is not None]
            if accepts or other is not None or len(ways) != 1:
                break
            out, at = out + ways[0][0], ways[0][1]
        return out

    @property
    def is_prefix(self) -> bool:
        return self.prefix in self

    @property
    def is_one(self) -> bool:
        return self.words(1) == [self.prefix]

    @property
    def is_empty(self) -> bool:
        return not self.states

    @property
    def is_everything(self) -> bool:
        return self.states == [({}, 0, True)]

    def __len__(self) -> int:
        return len(self.states)

    def __bool__(self) -> bool:
        return bool(self.states)

    def __contains__(self, text: str) -> bool:
        at: int | None = 0 if self.states else None
        for char in text:
            at = None if at is None else step(self.states[at], char)
        return at is not None and self.states[at][2]

    def example(self) -> str | None:
        seen, todo = {0}, [(0, "")]
        for at, text in todo if self.states else ():
            on, other, accepts = self.states[at]
            if accepts:
                return text
            free = next(char for char in _FREE if char not in on)
            for char, to in [(free, other), *sorted(on.items())]:
                if to is not None and to not in seen:
                    seen.add(to)
                    todo.append((to, text + char))
        return None

    def words(self, limit: int) -> list[str] | None:
        found: list[str] = []
        todo: list[tuple[int, str]] = [(0, "")] if self.states else []
        while todo:
            at, text = todo.pop()
            on, other, accepts = self.states[at]
            if other is not None or len(text) >= len(self.states) or len(found) > limit:
                return None
            found += [text] if accepts else []
            todo.extend((to, text + char) for char, to in on.items() if to is not None)
        return sorted(found) if len(found) <= limit else None

    def __and__(self, other: Automaton) -> Automaton:
        return self._product(other, lambda a, b: a and b, lambda pair: None not in pair)

    def __sub__(self, other: Automaton) -> Automaton:
        # What stays the same is the same object: callers ask for that.
        found = self._product(other, lambda a, b: a and not b, lambda pair: pair[0] is not None)
        return found if self.meets(other) else self

    def __or__(self, other: Automaton) -> Automaton:
        return self._product(other, lambda a, b: a or b, lambda pair: pair != (None, None))

    def __le__(self, other: Automaton) -> bool:
        return (self - other).is_empty

    def meets(self, other: Automaton) -> bool:
        return not (self & other).is_empty

    def without(self, others: list[Automaton]) -> Automaton:
        return reduce(lambda left, right: left - right, others, self)

    def and_without(self, other: Automaton, gone: list[Automaton]) -> Automaton:
        return (self & other).without(gone)

    def witness(self, gone: list[Automaton], within: Automaton | None = None) -> str | None:
        return (self if within is None else self & within).without(gone).example()

    def _product(self, other: Automaton, accepts: Callable[[bool, bool], bool], keep: Callable[[Pair], bool]) -> Automaton:
        def expand(pair: Pair) -> Row[Pair]:
            left = _DEAD if pair[0] is None else self.states[pair[0]]
            right = _DEAD if pair[1] is None else other.states[pair[1]]
            on: dict[str, Pair | None] = {}
            for char in {**left[0], **right[0]}:
                to = step(left, char), step(right, char)
                on[char] = to if keep(to) else None
            rest = left[1], right[1]
            return on, rest if keep(rest) else None, accepts(left[2], right[2])

        start: Pair = (0 if self.states else None, 0 if other.states else None)
        return Automaton.of(_explored(start, expand) if keep(start) else [])

    def segment(self, index: int) -> Automaton:
        starts, short = (frozenset({0}) if self.states else frozenset()), False
        for _ in range(index):
            seen, todo = set(starts), list(starts)
            for at in todo:
                on, other, accepts = self.states[at]
                short |= accepts
                for to in (*(to for char, to in on.items() if char != "."), other):
                    if to is not None and to not in seen:
                        seen.add(to)
                        todo.append(to)
            starts = self._stepped(seen, ".")

        def expand(here: frozenset[int]) -> Row[frozenset[int]]:
            named = {char for at in here for char in self.states[at][0]} - {"."}
            on = {char: self._stepped(here, char) or None for char in sorted(named)}
            others = frozenset(to for at in here if (to := self.states[at][1]) is not None)
            ends = any(self.states[at][2] for at in here) or bool(self._stepped(here, "."))
            return {**on, ".": None}, others or None, ends

        found = Automaton.of(_explored(starts, expand) if starts else [])
        return found | Automaton.of([({}, None, True)]) if short else found

    def _stepped(self, states: Iterable[int], char: str) -> frozenset[int]:
        return frozenset(to for at in states if (to := step(self.states[at], char)) is not None)

    def after(self, prefix: str) -> Automaton:
        at: int | None = 0 if self.states else None
        for char in prefix:
            at = None if at is None else step(self.states[at], char)
        return Automaton.of([] if at is None else _explored(at, lambda index: self.states[index]))

    def before(self, prefix: str) -> Automaton:
        if not self.states:
            return self

        def moved(to: int | None) -> int | None:
            return None if to is None else to + len(prefix)

        chain: list[State] = [({char: at}, None, False) for at, char in enumerate(prefix, 1)]
        rest = [({char: moved(to) for char, to in on.items()}, moved(other), ends) for on, other, ends in self.states]
        return Automaton.of([*chain, *rest])


EMPTY = Automaton([], [], 0)


def _explored(start: S, expand: Callable[[S], Row[S]]) -> list[State]:
    """All states found from ``start``, without those that lead nowhere, and characters that lead where all others lead."""
    order: dict[S, int] = {start: 0}
    found: list[Row[S]] = []
    todo = [start]
    for here in todo:
        found.append(expand(here))
        for to in (*found[-1][0].values(), found[-1][1]):
            if to is not None and to not in order:
                order[to] = len(order)
                todo.append(to)
    back: dict[int, list[int]] = {}
    for index, (on, other, _) in enumerate(found):
        for to in (*on.values(), other):
            if to is not None:
                back.setdefault(order[to], []).append(index)
    live = {index for index, (_, _, accepts) in enumerate(found) if accepts}
    living = list(live)
    for index in living:
        for before in back.get(index, ()):
            if before not in live:
                live.add(before)
                living.append(before)
    number = {old: new for new, old in enumerate(sorted(live))}

    def target(to: S | None) -> int | None:
        return None if to is None else number.get(order[to])

    states: list[State] = []
    for index in sorted(live) if 0 in live else ():
        on, other, accepts = found[index]
        rest = target(other)
        named = {char: target(to) for char, to in on.items()}
        states.append(({char: to for char, to in named.items() if to != rest}, rest, accepts))
    return states


Positions = frozenset[tuple[int, int]]
_HELD = {"": 0, "^": 0, ".": 1, "$": 2}


def _determined(moves: list[list[tuple[str, bool, int]]], free: list[list[tuple[str, int]]], end: int) -> list[State]:
    """The subset construction of a nondeterministic machine."""

    def closure(positions: set[tuple[int, int]], *, at_start: bool) -> Positions:
        todo, seen = list(positions), set(positions)
        while todo:
            node, held = todo.pop()
            for kind, to in free[node]:
                position = to, max(held, _HELD[kind])
                if (kind != "^" or at_start) and position not in seen:
                    seen.add(position)
                    todo.append(position)
        return frozenset(seen)

    def move(here: Positions, char: str) -> Positions | None:
        reached = {
            (to, 0)
            for node, held in here
            if held == 0 or (held == 1 and char == ".")
            for chars, these, to in moves[node]
            if (char in chars) is these
        }
        return closure(reached, at_start=False) if reached else None

    def expand(here: Positions) -> Row[Positions]:
        named = {char for node, _ in here for chars, _, _ in moves[node] for char in chars} | {"."}
        other = next(char for char in _FREE if char not in named)
        return {char: move(here, char) for char in sorted(named)}, move(here, other), any(node == end for node, _ in here)

    return _explored(closure({(0, 0)}, at_start=True), expand)


def differ(one: list[State], two: list[State]) -> str | None:
    """A text that only one of two automata has, None where they have the same."""
    start: Pair = (0 if one else None, 0 if two else None)
    seen, todo = {start}, [(start, "")]
    for (left, right), text in todo:
        a, b = _DEAD if left is None else one[left], _DEAD if right is None else two[right]
        if a[2] != b[2]:
            return text
        free = next(char for char in _FREE if char not in a[0] and char not in b[0])
        for char in (*{**a[0], **b[0]}, free):
            to = step(a, char), step(b, char)
            if to != (None, None) and to not in seen:
                seen.add(to)
                todo.append((to, text + char))
    return None
