"""Frame and EvalError: the variables and the step budget of one evaluation, and CEL's error value."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any, TypeAlias

# The values of an interpreted language: the checker of the predicates has proved their types, mypy cannot see that.
Value: TypeAlias = "Any"
Run: TypeAlias = "Callable[[Frame], Value]"
Hide: TypeAlias = Callable[[str], str]
"""Gives a text that may quote a config as it may be shown."""

STEPS = 200_000  # one evaluation; about 40 ms
MAX_TEXT = 1_000_000  # characters of a string that an expression makes
LOWEST, HIGHEST = -(2**63), 2**63 - 1  # CEL's int


class EvalError(Exception):
    """CEL's error value: a missing key, a null, a division by zero, a budget that is used up."""


class Frame:
    """The variables of one rule at one target, its ``let`` expressions, and the steps that are left.

    ``tested`` counts the conditions of the rule that were found true. ``hide`` is for what is put into messages. ``shared`` is
    what loops over the whole config have given in other frames of the same config (``shared.py``); None to go over it each time.
    """

    __slots__ = ("_lets", "_made", "hide", "shared", "steps", "tested", "values")

    def __init__(
        self,
        values: dict[str, Value],
        lets: Mapping[str, Run],
        steps: int = STEPS,
        hide: Hide = str,
        shared: dict[Hashable, Value] | None = None,
    ) -> None:
        self.values = values
        self.hide = hide
        self.steps = steps
        self.tested = 0
        self.shared = shared
        self._lets = lets
        self._made: dict[str, Value] = {}

    def named(self, name: str) -> Value:
        """The value of ``let`` expression ``name``, evaluated once. Raises EvalError."""
        if name not in self._made:
            outside = self.values
            self.values = dict(outside)  # its macros may have a name in common with the macro that it is used in
            try:
                self._made[name] = self._lets[name](self)
            finally:
                self.values = outside
        return self._made[name]

    def spend(self, steps: int) -> None:
        """Take ``steps`` off the budget. Raises EvalError when there are not that many, now and ever after."""
        self.steps -= steps
        if self.steps < 0:
            raise EvalError("the expression takes too many steps")


def text_steps(text: str) -> int:
    """What touching a string costs: its characters are handled in C, many of them in the time of one step."""
    return 1 + (len(text) >> 6)


def checked_int(value: int) -> int:
    """``value`` if it is an int of CEL. Raises EvalError."""
    if LOWEST <= value <= HIGHEST:
        return value
    raise EvalError("int overflow")


def checked_length(characters: int) -> None:
    """Raises EvalError for a string that would be too long to make."""
    if characters > MAX_TEXT:
        raise EvalError("the string is too long")
