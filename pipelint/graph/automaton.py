"""Automaton: a set of tags as a deterministic automaton, exact under intersection, difference and union.

It is made in the native module: ``Automaton(moves, free, end)`` is the set of texts of a nondeterministic machine
(``pipelint/_native.pyi`` says more). Its operations raise TooLargeError, TooMuchWorkError.
"""

from __future__ import annotations

from pipelint._native import Automaton

EMPTY = Automaton([], [], 0)

__all__ = ["EMPTY", "Automaton"]
