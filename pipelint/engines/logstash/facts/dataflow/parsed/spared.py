"""Conditions that no event meets which a parser could not read, as it lacks what the parser would have set."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence

from pipelint.base.condition import Condition, FieldOperand, Joined, Logic, Test, Truth
from pipelint.engines.logstash.facts.field_writes import Path
from pipelint.engines.logstash.facts.guards import asked_paths
from pipelint.graph.stage import Stage

# Met only by an event that has the field.
_POSITIVE = frozenset({"==", "in", "=~"})
# What events have that no parser has read, too.
_ALWAYS = frozenset({"tags", "@metadata", "@timestamp", "@version", "host", "type"})


def spares_unread(stage: Stage, parser: Stage, read: Path | None, elsewhere: Container[str]) -> bool:
    """Whether the conditions of a stage need a field that an event lacks which ``parser`` of the field ``read`` failed on.

    ``elsewhere`` are the words of what else may set fields. What the parser's own conditions ask is met by its events, and
    what is asked in the negative may be asked because it failed.
    """
    shared = {(guard.text, guard.holds) for guard in parser.guards}
    own = [guard for guard in stage.guards if (guard.text, guard.holds) not in shared]
    there = {word for path in asked_paths(parser.guards) for word in path[-1:]}
    met = [guard.condition for guard in own if guard.holds]
    if not asked_paths(own) <= {path for each in met for path in _wanted(each)}:
        return False
    return any(_needs(each, read, (elsewhere, there)) for each in met)


def _wanted(condition: Condition) -> Iterator[Path]:
    """The fields that it asks for in the positive."""
    match condition:
        case Test(operator=operator) if operator in _POSITIVE:
            yield from (one.path for one in (condition.left, condition.right) if isinstance(one, FieldOperand))
        case Truth(operand=FieldOperand(path=path)):
            yield path
        case Joined(operands=operands):
            for one in operands:
                yield from _wanted(one)


def _needs(condition: Condition, read: Path | None, elsewhere: Sequence[Container[str]]) -> bool:
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


def _lacks(path: Path, read: Path | None, elsewhere: Sequence[Container[str]]) -> bool:
    return bool(path) and path != read and path[0] not in _ALWAYS and not any(path[-1] in words for words in elsewhere)
