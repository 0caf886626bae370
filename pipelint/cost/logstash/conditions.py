"""The work of asking a condition."""

from __future__ import annotations

import re

from pipelint.base.condition import Condition, FieldOperand, Joined, LiteralOperand, Not, Operand, Test, Truth
from pipelint.cost.flow import State
from pipelint.cost.logstash.events import field_bytes
from pipelint.cost.work import Terms, add

_ALTERNATION = re.compile(r"\|")


def ask(condition: Condition, state: State) -> Terms:
    """Work per event that comes to ``condition``. All parts count, though ``and`` and ``or`` may stop early."""
    match condition:
        case Test("=~" | "!~", left, LiteralOperand(value)):
            return _searched(value.text, field_bytes(_name(left), state))
        case Test() | Truth():
            return {"condition.test": 1.0}
        case Not(operand):
            return ask(operand, state)
        case Joined(_, operands):
            return add(*(ask(operand, state) for operand in operands))


def _searched(pattern: str, size: float) -> Terms:
    """A search for text that mostly is not there; where it may begin in several ways the engine cannot skip ahead."""
    terms = {"condition.test": 1.0, "condition.regex": 1.0}
    if pattern.startswith(("^", "\\A")):
        return terms
    terms["condition.alternative_byte" if _ALTERNATION.search(pattern) else "condition.regex_byte"] = size
    return terms


def _name(operand: Operand) -> str:
    return "".join(f"[{key}]" for key in operand.path) if isinstance(operand, FieldOperand) else ""
