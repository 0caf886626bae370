"""The work of asking a condition."""

from __future__ import annotations

from pipelint.base.condition import Condition, FieldOperand, Joined, LiteralOperand, Not, Operand, Test, Truth
from pipelint.cost.events.flow import State
from pipelint.cost.events.work import Terms, add
from pipelint.engines.logstash.cost.events import field_bytes
from pipelint.engines.logstash.cost.searches import found_us


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
    """A search for text that mostly is not there."""
    return {"condition.test": 1.0, "condition.regex": 1.0, "condition.search": found_us(pattern, size, 0.0)}


def _name(operand: Operand) -> str:
    return "".join(f"[{key}]" for key in operand.path) if isinstance(operand, FieldOperand) else ""


def read(text: str) -> Condition | None:
    """The condition of an ``if`` with this text, None where it is none."""
    from pipelint.base.text.document import Document, SourceFile
    from pipelint.engines.logstash.syntax.parse import parse

    source = f"filter {{ if {text} {{ }} }}"
    parsed = parse(Document.whole(SourceFile("", source.encode("utf-8", "replace"))))
    branches = [block for block in parsed.root.walk() if block.name == "if"]
    return branches[0].condition if len(branches) == 1 and not parsed.errors else None
