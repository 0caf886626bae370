"""Bounds on automata: how many states one may have, and how many steps all of a config may take."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from pipelint.base.limits import left_out

# Beyond this many states, or steps to make them, an automaton is given up: see TooLargeError. Tags of real configs take some 100.
MAX_STATES, MAX_STEPS = 5_000, 50_000
# Steps that all automata of a config may take, some µs each.
ALL_STEPS = 600_000


class TooLargeError(Exception):
    """An automaton has more than MAX_STATES states, or takes more than MAX_STEPS steps to make."""


class TooMuchWorkError(Exception):
    """The automata of a config take more than ALL_STEPS steps together."""


_all_left: ContextVar[int | None] = ContextVar("_all_left", default=None)


@contextmanager
def one_config() -> Iterator[None]:
    """What is made inside shares one bound of steps: beyond it comes TooMuchWorkError."""
    token = _all_left.set(ALL_STEPS)
    try:
        yield
    finally:
        _all_left.reset(token)


class Steps:
    """Counts the steps that one automaton takes. Raises TooLargeError, TooMuchWorkError."""

    def __init__(self) -> None:
        self._left = MAX_STEPS

    def spend(self, steps: int) -> None:
        """Takes so many."""
        self._left -= steps
        if self._left < 0:
            raise too_large()
        left = _all_left.get()
        if left is not None:
            _all_left.set(left - steps)
            if left < steps:
                raise TooMuchWorkError


def too_large() -> TooLargeError:
    """The error, after a word to who listens."""
    left_out("a set of tags is too large to analyse: it counts as any tag")
    return TooLargeError()
