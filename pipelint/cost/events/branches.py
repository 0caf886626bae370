"""Branch shares: what part of a pipeline's events meets the conditions on the way to a stage."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence

from pipelint.base.block import Guard
from pipelint.base.condition import (
    CallOperand,
    Condition,
    FieldOperand,
    Joined,
    LiteralOperand,
    Logic,
    Not,
    Operand,
    Test,
    terms,
)
from pipelint.cost.events.traffic import TrafficProfile
from pipelint.graph.stage import Stage

# A condition without its place in the text, so that the same question asked twice is known to be the same.
_Key = tuple[object, ...]
_OPPOSITES = {"!=": "==", "!~": "=~", "not in": "in", ">=": "<", "<=": ">"}


class Branches:
    """The share of events after the guards of each stage.

    What a condition holds for, no config says. Assumed: the branches of a chain share the events alike, the way past all
    of them counting as one; a field compared with n values has each of them in one of n + 1 events; a tag that tells of a
    failure is there for as many events as fail; a condition asked again has the share it had, its opposite the rest.
    ``TrafficProfile.holds`` overrides all of it but ``given``: conditions and the share of the events for which they hold.
    ``seen``: by identity of a condition the share for which it holds of the events that come to it, which nothing else overrides.
    In the worst case (one chain of all stages) quadratic in their number, as the guards themselves are.
    """

    def __init__(
        self,
        stages: Iterable[Stage],
        traffic: TrafficProfile,
        given: Iterable[tuple[Condition, float]] = (),
        seen: Mapping[int, float] | None = None,
    ) -> None:
        self._holds = traffic.holds
        self._seen = seen or {}
        # What each condition asks, as a number that is the same for all that ask the same, and whether it holds where that does.
        self._numbers: dict[_Key, int] = {}
        self._questions: dict[int, tuple[int, bool]] = {}
        # As long as they are there, no other condition has their identity.
        self._kept = tuple(given)
        # What is given of single conditions counts more than anything that is assumed.
        self._given: dict[int, float] = {}
        for condition, share in self._kept:
            key, straight = self._question(condition)
            self._given[key] = share if straight else 1 - share
        self._traffic = traffic
        self._values: dict[_Key, set[_Key]] = {}
        # All conditions, and the one that an `else if` leads to, by the identity of the condition: each stands in one place.
        conditions: dict[int, Condition] = {}
        self._next: dict[int, Condition] = {}
        for stage in stages:
            for place in new_from(stage.guards, conditions):
                condition = stage.guards[place].condition
                conditions[id(condition)] = condition
                if place and not stage.guards[place - 1].holds:
                    self._next.setdefault(id(stage.guards[place - 1].condition), condition)
        for condition in conditions.values():
            self._note_values(condition)
        asked = [self._question(condition)[0] for condition in conditions.values()]
        self._repeated = {question for question, count in Counter(asked).items() if count > 1}
        # Of each condition the share for which it holds among the events that come to it.
        self._part: dict[int, float] = {}
        self._asked: dict[int, float] = {}
        following = {id(condition) for condition in self._next.values()}
        for name, condition in conditions.items():
            if name not in following:
                self._weigh(condition)
        # The share after each guard: what stands before a condition is the same wherever it is met.
        self._after: dict[tuple[int, bool], float] = {}

    def share(self, guards: Sequence[Guard]) -> float:
        """The share of the pipeline's events that meet all ``guards`` (0 to 1)."""
        known = len(guards)
        while known and (id(guards[known - 1].condition), guards[known - 1].holds) not in self._after:
            known -= 1
        last = guards[known - 1] if known else None
        out = 1.0 if last is None else self._after[id(last.condition), last.holds]
        for place in range(known, len(guards)):
            out *= self._chance(guards[place], guards[:place])
            self._after[id(guards[place].condition), guards[place].holds] = out
        return out

    def _chance(self, guard: Guard, before: Sequence[Guard]) -> float:
        """The share that meets a guard of the events that met those before it."""
        if (seen := self._seen.get(id(guard.condition))) is not None:
            return seen if guard.holds else 1 - seen
        if self._holds is not None and not self._given:
            return self._holds if guard.holds else 1 - self._holds
        asked, straight = self._question(guard.condition)
        for earlier in before if asked in self._repeated else ():
            same, its = self._question(earlier.condition)
            if same == asked:
                return 1.0 if (earlier.holds is its) is (guard.holds is straight) else 0.0
        part = self._part[id(guard.condition)]
        return part if guard.holds else 1 - part

    def _weigh(self, head: Condition) -> None:
        """Give each condition of a chain its share of the events that the ones before it left."""
        if id(head) in self._part:
            return
        chain = [head]
        while (following := self._next.get(id(chain[-1]))) is not None and id(following) not in self._part:
            chain.append(following)
        known = [self._known(condition) for condition in chain]
        open_ways = sum(1 for share in known if share is None) + 1
        rest = max(0.0, 1 - sum(share for share in known if share is not None))
        left = 1.0
        for condition, share in zip(chain, known, strict=True):
            own = min(left, rest / open_ways if share is None else share)
            self._part[id(condition)] = own / left if left > 0 else 0.0
            key, straight = self._question(condition)
            self._asked.setdefault(key, own if straight else 1 - own)
            left -= own

    def _known(self, condition: Condition) -> float | None:
        """The share for which a condition holds as far as something says so."""
        key, straight = self._question(condition)
        share = self._given.get(key, self._asked.get(key))
        if share is None:
            share = self._holds if self._holds is not None else self._said(condition if straight else self._opposite(condition))
        return share if share is None or straight else 1 - share

    def _said(self, condition: Condition) -> float | None:
        match condition:
            case Test("in", LiteralOperand(value), FieldOperand(("tags",))) if value.text.startswith("_"):
                return self._traffic.grok_miss
            case Test("==", left, right):
                count = len(self._values.get(_value(left, right)[0], ()))
                return 1 / (count + 1) if count else None
            case Joined(Logic.AND, operands):
                parts = [share for share in map(self._known, operands) if share is not None]
                return min(parts) if parts else None
            case Joined(Logic.OR, operands):
                shares = [self._known(operand) for operand in operands]
                return None if None in shares else min(1.0, sum(s for s in shares if s is not None))
            case _:
                return None

    def _note_values(self, condition: Condition) -> None:
        for term in terms(condition):
            match term:
                case Test("==" | "!=", left, right):
                    field, value = _value(left, right)
                    if field:
                        self._values.setdefault(field, set()).add(value)

    def _question(self, condition: Condition) -> tuple[int, bool]:
        """What a condition asks, and whether it holds where that does (false: where it does not)."""
        known = self._questions.get(id(condition))
        if known is None:
            known = self._questions[id(condition)] = self._numbered(condition)
        return known

    def _numbered(self, condition: Condition) -> tuple[int, bool]:
        straight = True
        match condition:
            case Not(operand):
                number, straight = self._question(operand)
                return number, not straight
            case Test(operator, left, right):
                straight = operator not in _OPPOSITES
                key: _Key = (_OPPOSITES.get(operator, operator), _operand(left), _operand(right))
            case Joined(logic, operands):
                key = (logic, *map(self._question, operands))
            case _:
                key = ("there", _operand(condition.operand))
        return self._numbers.setdefault(key, len(self._numbers)), straight

    def _opposite(self, condition: Condition) -> Condition:
        match condition:
            case Not(operand):
                return operand if self._question(operand)[1] else self._opposite(operand)
            case Test(operator, left, right, place) if operator in _OPPOSITES:
                return Test(_OPPOSITES[operator], left, right, place)
            case _:
                return condition


def new_from(guards: Sequence[Guard], known: Container[int]) -> range:
    """The places of the guards whose conditions are not known yet, by identity: of a known one all those before it are known."""
    first = len(guards)
    while first and id(guards[first - 1].condition) not in known:
        first -= 1
    return range(first, len(guards))


def _value(left: Operand, right: Operand) -> tuple[_Key, _Key]:
    """The field and the literal of a comparison; an empty field where it compares something else."""
    match left, right:
        case (FieldOperand(), LiteralOperand()):
            return _operand(left), _operand(right)
        case (LiteralOperand(), FieldOperand()):
            return _operand(right), _operand(left)
        case _:
            return (), ()


def _operand(operand: Operand) -> _Key:
    match operand:
        case FieldOperand(path):
            return ("field", *path)
        case LiteralOperand(value):
            return ("literal", value.kind, value.text)
        case CallOperand(name):
            return ("call", name)


ALIKE = "the branches of an if get equal shares of the events; taking none of them counts as a branch"
