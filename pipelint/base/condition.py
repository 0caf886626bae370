"""Condition: what an ``if`` asks of an event, as a tree in which ``and`` and ``or`` are bound as the engine binds them."""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.lean.enum import Enum
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Place
from pipelint.base.value import Value


class Logic(Enum):
    """How conditions are joined."""

    AND = "and"
    OR = "or"
    XOR = "xor"
    NAND = "nand"


@dataclass(frozen=True, slots=True)
class FieldOperand:
    """A field of the event, by the keys that lead to it: ``[log][file]`` is ``("log", "file")``."""

    path: tuple[str, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class LiteralOperand:
    """A literal: a string, number, array or regular expression (``text`` without its slashes)."""

    value: Value
    place: Place


@dataclass(frozen=True, slots=True)
class CallOperand:
    """A method-like call; what it gives is not known."""

    name: str
    place: Place


Operand = FieldOperand | LiteralOperand | CallOperand


@dataclass(frozen=True, slots=True)
class Test:
    """A comparison. ``operator``: ``==``, ``!=``, ``<``, ``>``, ``<=``, ``>=``, ``in``, ``not in``, ``=~`` or ``!~``."""

    operator: str
    left: Operand
    right: Operand
    place: Place


@dataclass(frozen=True, slots=True)
class Truth:
    """Whether a value is there and not false."""

    operand: Operand
    place: Place


@dataclass(frozen=True, slots=True)
class Not:
    """The opposite of a condition."""

    operand: Condition
    place: Place


@dataclass(frozen=True, slots=True)
class Joined:
    """Two or more conditions joined by one operator."""

    logic: Logic
    operands: tuple[Condition, ...]
    place: Place


Condition = Test | Truth | Not | Joined


def terms(condition: Condition) -> Iterator[Test | Truth]:
    """What it asks one by one, from left to right."""
    todo = [condition]
    while todo:
        match todo.pop():
            case Not(operand=operand):
                todo.append(operand)
            case Joined(operands=operands):
                todo.extend(reversed(operands))
            case Test() | Truth() as term:
                yield term
