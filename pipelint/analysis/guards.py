"""Facts about what is asked of an event on its way to a plugin, and about ifs beside each other that ask the same."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from pipelint.analysis.field_writes import Effects, Path, field_path, overlap
from pipelint.base.block import Block
from pipelint.base.condition import CallOperand, Condition, FieldOperand, Guard, Joined, LiteralOperand, Not, Operand, Test, Truth
from pipelint.base.document import Place
from pipelint.base.record import dataclass


@dataclass(frozen=True)
class ComparisonFact:
    """A comparison: ``field`` is the field's reference (``[log][level]``, "" where none is asked), ``literal`` its other side.

    ``operator`` is ``==``, ``!=``, ``<``, ``>``, ``<=``, ``>=``, ``in``, ``not in``, ``=~``, ``!~``; of a field alone ``exists``.
    Two fields that are compared make two of these.
    """

    operator: str
    field: str
    literal: str
    place: Place


@dataclass(frozen=True)
class GuardFact:
    """A condition on the way to a plugin. ``holds``: whether it must hold or (``else``) must not. ``text`` has single blanks."""

    text: str
    holds: bool
    place: Place
    comparisons: tuple[ComparisonFact, ...]

    @cached_property
    def fields(self) -> tuple[str, ...]:
        """The fields that it asks for, each once."""
        return tuple(dict.fromkeys(asked.field for asked in self.comparisons if asked.field))

    @cached_property
    def regex(self) -> bool:
        """Whether it holds a regular expression."""
        return any(asked.operator in ("=~", "!~") for asked in self.comparisons)


@dataclass(frozen=True)
class RepeatFact:
    """A condition that ``count`` ifs beside each other ask: ``place`` is where it is asked last, ``first`` where first."""

    text: str
    count: int
    regex: bool
    place: Place
    first: GuardFact


def guard_facts(guards: tuple[Guard, ...]) -> list[GuardFact]:
    """The facts of the conditions on a way, outermost first."""
    return [_guard_fact(guard.condition, guard.holds) for guard in guards]


def all_conditions(root: Block) -> list[GuardFact]:
    """Every condition under a block, in the order of the config."""
    return [_guard_fact(block.condition, True) for block in root.walk() if block.condition is not None]


def all_repeats(root: Block) -> list[RepeatFact]:
    """The conditions that three or more ``if`` side by side ask alike, each once for the block that they stand in."""
    return [fact for block in root.walk() for fact in _repeats_in(block)]


def asked_paths(guards: list[GuardFact]) -> frozenset[Path]:
    """The fields that conditions ask for; none where one asks for anything else than fields."""
    fields = [asked.field for guard in guards for asked in guard.comparisons]
    return frozenset(map(field_path, fields)) if all(fields) else frozenset()


def may_change(done: Effects, paths: frozenset[Path]) -> bool:
    """Whether a filter plugin that does this may set or remove one of these fields."""
    return done.writes is None or any(overlap(one, other) for one in paths for other in (*done.writes, *done.removes))


def _guard_fact(condition: Condition, holds: bool) -> GuardFact:
    return GuardFact(_words(condition), holds, condition.place, tuple(_comparisons(condition)))


def _words(condition: Condition) -> str:
    return " ".join(condition.place.text.split())


def _repeats_in(block: Block) -> Iterator[RepeatFact]:
    asked: dict[str, list[Condition]] = {}
    for branch in block.blocks:
        if branch.name == "if" and branch.condition is not None:
            asked.setdefault(_words(branch.condition), []).append(branch.condition)
    for text, conditions in asked.items():
        if len(conditions) >= 3:
            first = _guard_fact(conditions[0], True)
            yield RepeatFact(text, len(conditions), first.regex, conditions[-1].place, first)


def _comparisons(condition: Condition) -> Iterator[ComparisonFact]:
    """The comparisons of a condition, from left to right; it nests no deeper than the parser allows."""
    match condition:
        case Test(operator, left, right, place):
            for side in (left, right):
                # What a call gives is no field, but asked for all the same.
                if not isinstance(side, LiteralOperand):
                    yield ComparisonFact(operator, _field(side), _literal(right) or _literal(left), place)
        case Truth(operand, place):
            yield ComparisonFact("exists", _field(operand), "", place)
        case Not(operand):
            yield from _comparisons(operand)
        case Joined(_, operands):
            for inner in operands:
                yield from _comparisons(inner)


def _field(operand: Operand) -> str:
    match operand:
        case FieldOperand(path):
            return "".join(f"[{key}]" for key in path)
        case LiteralOperand() | CallOperand():
            return ""


def _literal(operand: Operand) -> str:
    match operand:
        case LiteralOperand(value):
            return value.text
        case FieldOperand() | CallOperand():
            return ""
