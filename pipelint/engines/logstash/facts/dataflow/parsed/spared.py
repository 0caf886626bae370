"""Conditions that no event meets which a parser could not read, as it lacks what the parser would have set."""

from __future__ import annotations

from collections.abc import Collection

from pipelint.base.condition import Condition, FieldOperand, Joined, Logic, Test, Truth
from pipelint.engines.logstash.facts.field_writes import Path
from pipelint.graph.stage import Stage

# Met only by an event that has the field.
_POSITIVE = frozenset({"==", "in", "=~"})
# What events have that no parser has read, too.
_ALWAYS = frozenset({"tags", "@metadata", "@timestamp", "@version", "host", "type"})


def spares_unread(stage: Stage, read: Path | None, elsewhere: Collection[str]) -> bool:
    """Whether the conditions of a stage need a field that an event lacks which a parser of the field ``read`` failed on.

    ``elsewhere`` are the words of what else may set fields.
    """
    return any(guard.holds and _needs(guard.condition, read, elsewhere) for guard in stage.guards)


def _needs(condition: Condition, read: Path | None, elsewhere: Collection[str]) -> bool:
    match condition:
        case Test(operator=operator) if operator in _POSITIVE:
            fields = [one for one in (condition.left, condition.right) if isinstance(one, FieldOperand)]
            # Two fields that are missing are equal.
            return len(fields) == 1 and _lacks(fields[0].path, read, elsewhere)
        case Truth(operand=FieldOperand(path=path)):
            return _lacks(path, read, elsewhere)
        case Joined(logic=Logic.AND, operands=operands):
            return any(_needs(one, read, elsewhere) for one in operands)
        case Joined(logic=Logic.OR, operands=operands):
            return all(_needs(one, read, elsewhere) for one in operands)
    return False


def _lacks(path: Path, read: Path | None, elsewhere: Collection[str]) -> bool:
    return bool(path) and path != read and path[0] not in _ALWAYS and path[-1] not in elsewhere
