"""Facts about what is asked of an event on its way to a plugin, and about ifs beside each other that ask the same."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice

from pipelint.base.block import Block, Guard
from pipelint.base.condition import CallOperand, Condition, FieldOperand, LiteralOperand, Operand, Test, Truth, terms
from pipelint.base.lean.late import late
from pipelint.base.lean.once import cached_property
from pipelint.base.lean.record import dataclass, field
from pipelint.base.text.document import Place
from pipelint.engines.logstash.facts.field_writes import Effects, Path, effects, field_path
from pipelint.facts.regexes.where import MATCHES, asks_with_regex
from pipelint.graph.stage import Kind
from pipelint.language.config import Config

# What holds for an event without the field; and what turns a condition round.
_WITHOUT = frozenset({"!=", "!~", "not in"})
_TURNED = late(r"!\s*[(\[]|\b(?:nand|xor)\b|\bnot\s*\(", re.IGNORECASE)
# A condition that so many ifs side by side ask is asked too often.
_OFTEN = 3


@dataclass(frozen=True)
class ComparisonFact:
    """A comparison: ``field`` is the field's reference (``[log][level]``, "" where none is asked), ``literal`` its other side.

    ``operator`` is ``==``, ``!=``, ``<``, ``>``, ``<=``, ``>=``, ``in``, ``not in``, ``=~``, ``!~``; of a field alone ``exists``.
    Two fields that are compared make two of these, two literals one with the left.
    """

    operator: str
    field: str
    literal: str
    _number: int
    _branch: Block

    @property
    def place(self) -> Place:
        """The comparison."""
        return next(islice(_places(Guard(self._branch, True).condition), self._number, None))


@dataclass(frozen=True)
class GuardFact:
    """A condition on the way to a plugin. ``holds``: whether it must hold or (``else``) must not. ``text`` has single blanks."""

    text: str
    holds: bool
    _branch: Block = field(repr=False)

    @property
    def place(self) -> Place:
        """The condition."""
        return Guard(self._branch, self.holds).condition.place

    @cached_property
    def comparisons(self) -> tuple[ComparisonFact, ...]:
        """What it compares, from left to right."""
        asked = self._branch.noted(_compared)
        return tuple([ComparisonFact(*one, number, self._branch) for number, one in enumerate(asked)])

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields that it asks for, each once."""
        return self._branch.noted(_fields)

    @property
    def passed_without(self) -> tuple[str, ...]:
        """The fields that it asks for and that an event may lack on this way: by ``!=`` alone, or by ``==`` and not met."""
        asked = self.comparisons
        if _TURNED.search(self.text):
            return ()
        met = {one.field for one in asked if (one.operator in _WITHOUT) is self.holds}
        return tuple(
            name
            for name in self.fields
            if name in met and all((one.operator in _WITHOUT) is self.holds for one in asked if one.field == name)
        )

    @cached_property
    def regex(self) -> bool:
        """Whether it holds a regular expression."""
        return asks_with_regex(self._branch)


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
    return [GuardFact(guard.text, guard.holds, guard.branch) for guard in guards]


def all_searches(root: Block) -> Iterator[ComparisonFact]:
    """The comparisons with a regular expression under a block, in the order of the config."""
    for block in root.walk():
        if asks_with_regex(block):
            guard = GuardFact(Guard(block, True).text, True, block)
            yield from (asked for asked in guard.comparisons if asked.field and asked.operator in MATCHES)


def all_repeats(root: Block) -> list[RepeatFact]:
    """The conditions that three or more ``if`` side by side ask alike, each once for the block that they stand in."""
    return [fact for block in root.walk() for fact in _repeats_in(block)]


def asked_paths(guards: Iterable[Guard]) -> frozenset[Path]:
    """The fields that conditions ask for; none where one asks for anything else than fields."""
    asked: set[Path] = set()
    for guard in guards:
        paths = guard.branch.noted(_paths)
        if paths is None:
            return frozenset()
        asked |= paths
    return frozenset(asked)


def may_change(done: Effects, paths: frozenset[Path]) -> bool:
    """Whether a filter plugin that does this may set or remove one of these fields."""
    return done.change is None or any(map(done.change.touches, paths))


def _fields(branch: Block) -> tuple[str, ...]:
    """The fields that a branch asks for, each once."""
    return tuple(dict.fromkeys(name for _, name, _ in branch.noted(_compared) if name))


def _paths(branch: Block) -> frozenset[Path] | None:
    """Their keys; None where the branch asks for anything else than fields."""
    fields = [name for _, name, _ in branch.noted(_compared)]
    return frozenset(map(field_path, fields)) if all(fields) else None


def _compared(branch: Block) -> tuple[tuple[str, str, str], ...]:
    """Operator, field and literal of all that it compares, from left to right."""
    return () if branch.condition is None else tuple(one for one, _ in _comparisons(branch.condition))


def _places(condition: Condition) -> Iterator[Place]:
    """Where they stand."""
    return (place for _, place in _comparisons(condition))


def _repeats_in(block: Block) -> Iterator[RepeatFact]:
    if len(block.blocks) < _OFTEN:
        return
    asked: dict[str, list[Guard]] = {}
    for branch in block.blocks:
        if branch.name == "if" and branch.asks:
            guard = Guard(branch, True)
            asked.setdefault(guard.text, []).append(guard)
    for text, guards in asked.items():
        if len(guards) >= _OFTEN:
            first = GuardFact(text, True, guards[0].branch)
            yield RepeatFact(text, len(guards), first.regex, guards[-1].condition.place, first)


def _comparisons(condition: Condition) -> Iterator[tuple[tuple[str, str, str], Place]]:
    """The comparisons of a condition with their places."""
    for term in terms(condition):
        match term:
            case Test(operator, left, right, place):
                # What a call gives is no field, but asked for all the same.
                sides = [side for side in (left, right) if not isinstance(side, LiteralOperand)]
                for side in sides:
                    yield (operator, _field(side), _literal(right) or _literal(left)), place
                if not sides:
                    yield (operator, "", _literal(left)), place
            case Truth(operand, place):
                yield ("exists", _field(operand), ""), place


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


def avoidable(config: Config, index: int) -> list[int]:
    """The indexes of the filters before a stage that it could precede, nearest first: see ``LogstashStageFact.avoidable``."""
    here = config.graph.stages[index]
    asked = asked_paths(here.guards)
    met = {(guard.text, guard.holds) for guard in here.guards}
    found: list[int] = []
    for before in config.graph.latest_before(here):
        if before.kind is not Kind.FILTER or before.label != here.label:
            continue
        if not asked or may_change(effects(before.block), asked):
            break
        if all((guard.text, guard.holds) in met for guard in before.guards):
            found.append(before.index)
    return found
