"""Typed and Variable: a checked expression, and a name in scope."""

from __future__ import annotations

from dataclasses import dataclass

from pipelint.rules.evaluate.code import Code
from pipelint.rules.predicate.types import Type


@dataclass(frozen=True, slots=True)
class Typed:
    """A checked expression."""

    type: Type
    code: Code


@dataclass(frozen=True, slots=True)
class Variable:
    """A name in scope: a fact that the rule is given, an element of a list, or (``let``) an expression with a name."""

    type: Type
    op: str = "var"


def article(kind: Type) -> str:
    """The type in words: ``an int``, ``a string``."""
    shown = str(kind)
    return shown if shown == "null" else f"{'an' if shown[0] in 'aeioAEIO' else 'a'} {shown}"
