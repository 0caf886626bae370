"""Automaton: a set of tags as a deterministic automaton, exact under intersection, difference and union."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import TypeVar

from pipelint.base.lean.record import dataclass, field
from pipelint.graph.bounds import MAX_STATES, Steps, too_large

S = TypeVar("S", bound=Hashable)
Pair = tuple[int | None, int | None]


@dataclass(frozen=True, slots=True)
class State:
    """Where each character leads: ``on`` for those named, ``other`` for all the rest; None is a dead end."""

    on: dict[str, int | None]
    other: int | None
    accepts: bool

    def step(self, char: str) -> int | None:
        """The state that ``char`` leads to."""
        return self.on.get(char, self.other)


@dataclass(frozen=True, slots=True, eq=False)
class Automaton:
    """A regular language over characters. State 0 is the start; without states it is the empty language.

    ``prefix`` is what every text of it starts with, ``is_prefix`` whether that is one of its texts: then the shortest;
    ``is_one`` whether it is the only one.
    """

    states: tuple[State, ...]
    prefix: str = field(init=False, repr=False)
    is_prefix: bool = field(init=False, repr=False)
    is_one: bool = field(init=False, repr=False)

    def __post_init__(self) -> None:
        prefix, is_prefix, is_one = _prefix(self.states)
        object.__setattr__(self, "prefix", prefix)
        object.__setattr__(self, "is_prefix", is_prefix)
        object.__setattr__(self, "is_one", is_one)

    def __contains__(self, text: str) -> bool:
        at: int | None = 0 if self.states else None
        for char in text:
            if at is None:
                return False
            at = self.states[at].step(char)
        return at is not None and self.states[at].accepts

    @property
    def is_empty(self) -> bool:
        """Whether it accepts nothing."""
        return not self.states

    def example(self) -> str | None:
        """A shortest text that it accepts; where any character would do, ``x``."""
        if self.is_prefix:
            return self.prefix
        if not self.states:
            return None
        seen = {0}
        todo: list[tuple[int, str]] = [(0, "")]
        for at, text in todo:
            state = self.states[at]
            if state.accepts:
                return text
            free = next(c for c in "xyzabcdefghijklmnopqrstuvw_" + chr(0x10FFFF) if c not in state.on)
            for char, to in [(free, state.other), *state.on.items()]:
                if to is not None and to not in seen:
                    seen.add(to)
                    todo.append((to, text + char))
        return None

    @property
    def is_everything(self) -> bool:
        """Whether it plainly accepts every text (one state that leads to itself)."""
        if len(self.states) != 1:
            return False
        (state,) = self.states
        return state.accepts and state.other == 0 and not state.on

    def __and__(self, other: Automaton) -> Automaton:
        return _intersection(self, other)

    def __sub__(self, other: Automaton) -> Automaton:
        return _difference(self, other)

    def __or__(self, other: Automaton) -> Automaton:
        return _union(self, other)

    def __le__(self, other: Automaton) -> bool:
        """Whether ``other`` accepts all that this one accepts. Raises TooLargeError."""
        return _includes(other, self)

    def meets(self, other: Automaton) -> bool:
        """Whether both accept some text. Raises TooLargeError."""
        # Tags differ in their first words: most pairs are told apart here.
        if not (self.prefix.startswith(other.prefix) or other.prefix.startswith(self.prefix)):
            return False
        if self.is_one or other.is_one:
            return self.prefix in other if self.is_one else other.prefix in self
        return _meets(self, other)

    def words(self, limit: int) -> list[str] | None:
        """All texts of it, sorted; None where there are more than ``limit`` or no end of them."""
        found: list[str] = []
        todo: list[tuple[int, str]] = [(0, "")] if self.states else []
        while todo:
            at, text = todo.pop()
            state = self.states[at]
            # A text as long as there are states has gone through one of them twice.
            if state.other is not None or len(text) >= len(self.states) or len(todo) > limit:
                return None
            if state.accepts:
                found.append(text)
                if len(found) > limit:
                    return None
            todo.extend((to, text + char) for char, to in state.on.items() if to is not None)
        return sorted(found)

    def finds(self, other: Automaton, accepts: Callable[[bool, bool], bool], keep: Callable[[Pair], bool]) -> bool:
        """Whether the product accepts anything: it is followed to the first pair that does, and not built.

        ``accepts`` says of a pair of states whether the product does, ``keep`` whether it leads anywhere.
        """
        start: Pair = (0 if self.states else None, 0 if other.states else None)
        if not keep(start):
            return False
        seen = {start}
        todo = [start]
        steps = Steps()
        for pair in todo:
            if len(todo) > MAX_STATES:
                raise too_large()
            on, rest, accepted = self._expand(other, pair, accepts, keep)
            steps.spend(1 + len(on))
            if accepted:
                return True
            for to in (*on.values(), rest):
                if to is not None and to not in seen:
                    seen.add(to)
                    todo.append(to)
        return False

    def product(self, other: Automaton, accepts: Callable[[bool, bool], bool], keep: Callable[[Pair], bool]) -> Automaton:
        """The automaton of all pairs of states that ``keep`` lets stand. Raises TooLargeError."""
        start: Pair = (0 if self.states else None, 0 if other.states else None)
        return explore(start, lambda pair: self._expand(other, pair, accepts, keep)) if keep(start) else EMPTY

    def _expand(
        self, other: Automaton, pair: Pair, accepts: Callable[[bool, bool], bool], keep: Callable[[Pair], bool]
    ) -> tuple[dict[str, Pair | None], Pair | None, bool]:
        left = _DEAD if pair[0] is None else self.states[pair[0]]
        right = _DEAD if pair[1] is None else other.states[pair[1]]
        on: dict[str, Pair | None] = {}
        for char in {**left.on, **right.on}:
            to = (left.on.get(char, left.other), right.on.get(char, right.other))
            on[char] = to if keep(to) else None
        rest = (left.other, right.other)
        return on, rest if keep(rest) else None, accepts(left.accepts, right.accepts)


_DEAD = State({}, None, False)


def _prefix(states: tuple[State, ...]) -> tuple[str, bool, bool]:
    """The characters that must come first, one after the other, whether a text may end there, and whether each must."""
    if not states:
        return "", False, False
    out: list[str] = []
    at = 0
    while len(out) < len(states):
        state = states[at]
        ways = [(char, to) for char, to in state.on.items() if to is not None]
        if state.accepts or state.other is not None or len(ways) != 1:
            break
        char, to = ways[0]
        out.append(char)
        at = to
    last = states[at]
    ends = last.other is None and not any(to is not None for to in last.on.values())
    return "".join(out), last.accepts, last.accepts and ends


def _both(pair: Pair) -> bool:
    return pair[0] is not None and pair[1] is not None


def _left(pair: Pair) -> bool:
    return pair[0] is not None


EMPTY = Automaton(())


# A config is read again for each fix whose gain is predicted, and nearly all its tags are then the same.
_KEPT = 4_096


@lru_cache(maxsize=_KEPT)
def _intersection(left: Automaton, right: Automaton) -> Automaton:
    if left.is_everything or right.is_everything:
        return right if left.is_everything else left
    return left.product(right, lambda a, b: a and b, keep=_both) if left.meets(right) else EMPTY


@lru_cache(maxsize=_KEPT)
def _difference(left: Automaton, right: Automaton) -> Automaton:
    if right.is_everything:
        return EMPTY
    return left.product(right, lambda a, b: a and not b, keep=_left) if left.meets(right) else left


@lru_cache(maxsize=_KEPT)
def _union(left: Automaton, right: Automaton) -> Automaton:
    if left.is_empty or right.is_everything:
        return right
    if right.is_empty or left.is_everything:
        return left
    return left.product(right, lambda a, b: a or b, keep=lambda pair: pair != (None, None))


@lru_cache(maxsize=_KEPT)
def _includes(outer: Automaton, inner: Automaton) -> bool:
    return outer.is_everything or not inner.finds(outer, lambda a, b: a and not b, keep=_left)


@lru_cache(maxsize=_KEPT)
def _meets(left: Automaton, right: Automaton) -> bool:
    return left.finds(right, lambda a, b: a and b, keep=_both)


def explore(start: S, expand: Callable[[S], tuple[dict[str, S | None], S | None, bool]]) -> Automaton:
    """The automaton of all states found from ``start``, without those that lead nowhere.

    ``expand`` gives for a state where each named character leads, where all others lead, and whether it accepts.
    Raises TooLargeError.
    """
    order: dict[S, int] = {start: 0}
    found: list[tuple[dict[str, S | None], S | None, bool]] = []
    todo = [start]
    steps = Steps()
    for here in todo:
        if len(todo) > MAX_STATES:
            raise too_large()
        on, other, accepts = expand(here)
        # Where a state stands for several, each is followed.
        steps.spend((1 + len(on)) * (len(here) if isinstance(here, frozenset) else 1))
        found.append((on, other, accepts))
        for to in (*on.values(), other):
            if to is not None and to not in order:
                order[to] = len(order)
                todo.append(to)
    return _trim(found, order)


def _trim(found: list[tuple[dict[str, S | None], S | None, bool]], order: dict[S, int]) -> Automaton:
    """Leaves out states from which nothing is accepted, and characters that lead where all others lead."""
    back: dict[int, list[int]] = {}
    for index, (on, other, _) in enumerate(found):
        for to in (*on.values(), other):
            if to is not None:
                back.setdefault(order[to], []).append(index)
    live = {index for index, (_, _, accepts) in enumerate(found) if accepts}
    todo = list(live)
    while todo:
        for index in back.get(todo.pop(), ()):
            if index not in live:
                live.add(index)
                todo.append(index)
    if 0 not in live:
        return EMPTY
    number = {old: new for new, old in enumerate(sorted(live))}

    def target(state: S | None) -> int | None:
        return None if state is None else number.get(order[state])

    states: list[State] = []
    for index in sorted(live):
        on, other, accepts = found[index]
        rest = target(other)
        named = {char: target(to) for char, to in on.items()}
        states.append(State({char: to for char, to in named.items() if to != rest}, rest, accepts))
    return Automaton(tuple(states))
