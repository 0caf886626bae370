"""Bounds on automata: one may have so many states (the native module says how many), all of a config take so many steps."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from pipelint._native import share_automaton_steps
from pipelint.base.limits import left_out

# Steps that all automata of a config may take: entries of their tables, some 30 to 60 ns each.
ALL_STEPS = 30_000_000


class TooLargeError(Exception):
    """A set of tags has too many states, or takes too many steps to make; who listens is told."""

    def __init__(self) -> None:
        super().__init__()
        left_out("a set of tags is too large to analyse: it counts as any tag")


class TooMuchWorkError(Exception):
    """The automata of a config take more than ALL_STEPS steps together."""


@contextmanager
def one_config() -> Iterator[None]:
    """What is made inside shares one bound of steps: beyond it comes TooMuchWorkError."""
    before = share_automaton_steps(ALL_STEPS)
    try:
        yield
    finally:
        share_automaton_steps(before)
