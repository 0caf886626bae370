"""Pieces of the texts of a set: between two dots, after a prefix; and a prefix put before them."""

from __future__ import annotations

from functools import lru_cache

from pipelint.graph.automaton import EMPTY, Automaton, State, explore


@lru_cache(maxsize=1024)
def segment(automaton: Automaton, index: int) -> Automaton:
    """What piece ``index`` of its texts may be, counted from 0; empty where a text has no such piece. Raises TooLargeError."""
    starts, short = (frozenset({0}) if automaton.states else frozenset()), False
    for _ in range(index):
        reached, ended = _within_segment(automaton, starts)
        short |= ended
        starts = _dotted(automaton, reached)

    def expand(state: frozenset[int]) -> tuple[dict[str, frozenset[int] | None], frozenset[int] | None, bool]:
        named = {char for at in state for char in automaton.states[at].on} - {"."}
        on: dict[str, frozenset[int] | None] = {char: _stepped(automaton, state, char) for char in sorted(named)}
        others = frozenset(to for at in state if (to := automaton.states[at].other) is not None)
        ends = any(automaton.states[at].accepts for at in state) or bool(_dotted(automaton, state))
        return {**on, ".": None}, others or None, ends

    found = explore(starts, expand) if starts else EMPTY
    return found | Automaton((State({}, None, True),)) if short else found


def _stepped(automaton: Automaton, states: frozenset[int], char: str) -> frozenset[int] | None:
    return frozenset(to for at in states if (to := automaton.states[at].step(char)) is not None) or None


def _dotted(automaton: Automaton, states: frozenset[int]) -> frozenset[int]:
    return _stepped(automaton, states, ".") or frozenset()


def _within_segment(automaton: Automaton, starts: frozenset[int]) -> tuple[frozenset[int], bool]:
    """The states that characters other than dots lead to, and whether a text may end in one of them."""
    seen = set(starts)
    todo = list(starts)
    for at in todo:
        state = automaton.states[at]
        for to in (*(to for char, to in state.on.items() if char != "."), state.other):
            if to is not None and to not in seen:
                seen.add(to)
                todo.append(to)
    return frozenset(seen), any(automaton.states[at].accepts for at in seen)


@lru_cache(maxsize=1024)
def after(automaton: Automaton, prefix: str) -> Automaton:
    """What may follow ``prefix`` in its texts."""
    at: int | None = 0 if automaton.states else None
    for char in prefix:
        at = None if at is None else automaton.states[at].step(char)
    if at is None:
        return EMPTY

    def expand(index: int) -> tuple[dict[str, int | None], int | None, bool]:
        state = automaton.states[index]
        return state.on, state.other, state.accepts

    return explore(at, expand)


@lru_cache(maxsize=1024)
def before(automaton: Automaton, prefix: str) -> Automaton:
    """Each of its texts with ``prefix`` before it."""
    if automaton.is_empty or not prefix:
        return automaton
    shift = len(prefix)
    chain = tuple(State({char: i + 1}, None, False) for i, char in enumerate(prefix))
    moved = tuple(
        State(
            {char: None if to is None else to + shift for char, to in state.on.items()},
            None if state.other is None else state.other + shift,
            state.accepts,
        )
        for state in automaton.states
    )
    return Automaton(chain + moved)
