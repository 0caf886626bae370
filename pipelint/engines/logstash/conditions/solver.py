"""Whether conditions can hold together: a small sound decision procedure over what fields may hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pipelint.base.lean.record import dataclass
from pipelint.base.limits import left_out
from pipelint.engines.logstash.conditions.logic import (
    Differing,
    Every,
    Formula,
    Free,
    Leaf,
    Negation,
    Some,
    State,
    Variable,
    whole,
)

ABSENT: State = ("absent", None)
# Comparisons looked at in one query, and in all of a config. Real queries take some hundreds; beyond it nothing is claimed.
MAX_CHECKS = 200_000
ALL_CHECKS = 600_000
# Conditions that a query takes into account, the nearest ones.
MAX_GIVEN = 100


@dataclass(frozen=True, slots=True)
class Clause:
    """A condition, and what it asks for. ``open``: for itself an event may meet it or not."""

    formula: Formula
    variables: frozenset[Variable]
    open: bool = True

    def negated(self) -> Clause:
        """The opposite."""
        return Clause(Negation(self.formula), self.variables, self.open)


class Solver:
    """Answers queries about the conditions of one config, until they have taken too many steps in all."""

    def __init__(self) -> None:
        self._left = ALL_CHECKS

    def unsatisfiable(self, wanted: Sequence[Clause], given: Sequence[Clause] = ()) -> bool:
        """Whether no event meets all of ``wanted`` and ``given``.

        False also where that is not found out in the steps that there are, or takes more than the last MAX_GIVEN of ``given``.
        """
        allowed = min(MAX_CHECKS, self._left)
        query = _Query(allowed)
        try:
            related = query.related(wanted, given[-MAX_GIVEN:]) if given else []
            if len(wanted) == 1 and not related and (found := _alone(wanted[0].formula)) is not None:
                return not found
            return query.fails([clause.formula for clause in (*wanted, *related)])
        except _TooLong:
            left_out("the conditions are too complex: not all of them are compared with one another")
            return False
        finally:
            self._left -= allowed - max(0, query.left)


def _alone(clause: Formula) -> bool | None:
    """Whether an event may meet a single comparison, or its opposite; None for any other clause. Most queries are no more."""
    leaf, wanted = (clause.inner, False) if isinstance(clause, Negation) else (clause, True)
    if isinstance(leaf, Free):
        return True
    if not isinstance(leaf, Leaf):
        return None
    checks = map(leaf.check, _states({"", "false", *leaf.texts}))
    return any(check is wanted or (check is None and leaf.free != "") for check in checks)


class _TooLong(Exception):
    """The query takes too many steps."""


def _leaves(clause: Formula) -> Iterator[Leaf | Free]:
    todo = [clause]
    while todo:
        match todo.pop():
            case Leaf() | Free() as leaf:
                yield leaf
            case Negation(inner=inner):
                todo.append(inner)
            case Every(inner=parts) | Some(inner=parts) | Differing(inner=parts):
                todo.extend(reversed(parts))


def variables(clause: Formula) -> frozenset[Variable]:
    """What a clause asks for."""
    return frozenset(name for leaf in _leaves(clause) for name in _names(leaf))


def _names(leaf: Leaf | Free) -> tuple[Variable, ...]:
    if isinstance(leaf, Free):
        return (leaf.name,)
    return (leaf.field, leaf.free) if leaf.free else (leaf.field,)


def _states(texts: set[str]) -> Iterator[State]:
    yield ABSENT
    for text in sorted(texts):
        yield "string", text
        yield "other", text
        if whole(text) and str(int(text)) == text:
            yield "integer", text
    yield from (("string", None), ("integer", None), ("other", None))


class _Query:
    """One query. ``left`` are the steps that it may still take: each comparison that is looked at is one, each text named."""

    def __init__(self, steps: int) -> None:
        self.left = steps
        self._texts: dict[Variable, set[str]] = {}
        self._chosen: dict[Variable, State | bool] = {}

    def related(self, wanted: Iterable[Clause], given: Iterable[Clause]) -> list[Clause]:
        """Those of ``given`` that share something with ``wanted``, directly or through others: the rest cannot contradict.

        Raises _TooLong.
        """
        known = set[Variable]().union(*(clause.variables for clause in wanted))
        rest = list(given)
        found: list[Clause] = []
        while near := [clause for clause in rest if not clause.variables.isdisjoint(known)]:
            self._spend(len(rest))
            rest = [clause for clause in rest if clause.variables.isdisjoint(known)]
            found += near
            known.update(*(clause.variables for clause in near))
        return found

    def fails(self, formulas: Iterable[Formula]) -> bool:
        """Whether they cannot hold together. Raises _TooLong."""
        # What shares nothing contradicts nothing: each group is asked about for itself.
        return not all(map(self._holds, self._groups(list(self._parts(formulas)))))

    def _spend(self, steps: int) -> None:
        self.left -= steps
        if self.left < 0:
            raise _TooLong

    def _parts(self, formulas: Iterable[Formula]) -> Iterator[Formula]:
        """The formulas, those that ask for several things at once taken apart."""
        todo = [(formula, True) for formula in formulas][::-1]
        while todo:
            self._spend(1)
            formula, holds = todo.pop()
            match formula:
                case Negation(inner=inner):
                    todo.append((inner, not holds))
                case Every(inner=parts) if holds:
                    todo.extend((part, True) for part in reversed(parts))
                case Some(inner=parts) if not holds:
                    todo.extend((part, False) for part in reversed(parts))
                case _:
                    yield formula if holds else Negation(formula)

    def _groups(self, clauses: list[Formula]) -> list[list[_Asked]]:
        """The clauses that have variables in common, each with its variables: fields first, as they are mentioned."""
        heads: dict[Variable, Variable] = {}

        def head(name: Variable) -> Variable:
            while heads[name] is not name:
                heads[name] = name = heads[heads[name]]
            return name

        asked: list[_Asked] = []
        for clause in clauses:
            fields: dict[Variable, None] = {}
            free: dict[Variable, None] = {}
            for leaf in _leaves(clause):
                self._spend(1)
                if isinstance(leaf, Leaf):
                    fields[leaf.field] = None
                    self._spend(len(leaf.texts))
                    self._texts.setdefault(leaf.field, {"", "false"}).update(leaf.texts)
                if isinstance(leaf, Free) or leaf.free:
                    free[leaf.name if isinstance(leaf, Free) else leaf.free] = None
            # What asks for nothing is in a group with all else of that kind.
            names = (*fields, *free) or ("",)
            for name in names:
                heads.setdefault(name, name)
                heads[head(name)] = head(names[0])
            asked.append((clause, names))
        groups: dict[Variable, list[_Asked]] = {}
        for one in asked:
            groups.setdefault(head(one[1][0]), []).append(one)
        return list(groups.values())

    def _holds(self, clauses: list[_Asked]) -> bool:
        """Whether some choice of what the variables are meets all clauses."""
        chosen = self._chosen
        chosen.clear()
        todo: list[tuple[list[_Asked], Variable, Iterator[State | bool]]] = []
        still: list[_Asked] | None = self._open(clauses)
        while still != []:
            if still is not None:
                _, names = still[0]
                variable = next(name for name in names if name not in chosen)
                todo.append((still, variable, self._values(variable)))
            while True:
                if not todo:
                    return False
                before, variable, choices = todo[-1]
                choice = next(choices, None)
                if choice is not None:
                    break
                todo.pop()
                chosen.pop(variable, None)
            chosen[variable] = choice
            still = self._open(before)
        return True

    def _values(self, variable: Variable) -> Iterator[State | bool]:
        """What a variable may be."""
        texts = self._texts.get(variable)
        return iter((True, False)) if texts is None else _states(texts)

    def _open(self, clauses: list[_Asked]) -> list[_Asked] | None:
        """The clauses that what is chosen leaves open, None where it breaks one."""
        out: list[_Asked] = []
        for one in clauses:
            match self._value(one[0]):
                case False:
                    return None
                case None:
                    out.append(one)
        return out

    def _value(self, clause: Formula) -> bool | None:
        """Whether a clause holds with what is chosen, None where that is open. As deep as the parser lets conditions be."""
        match clause:
            case Free(name=name):
                self._spend(1)
                outcome = self._chosen.get(name)
                return outcome if isinstance(outcome, bool) else None
            case Leaf(field=field, check=check, free=free):
                self._spend(1)
                state = self._chosen.get(field)
                if not isinstance(state, tuple):
                    return None
                known = check(state)
                outcome = self._chosen.get(free)
                return known if known is not None else outcome if isinstance(outcome, bool) else None
            case Negation(inner=inner):
                value = self._value(inner)
                return None if value is None else not value
            case Every(inner=parts):
                return self._first(parts, wanted=False)
            case Some(inner=parts):
                return self._first(parts, wanted=True)
            case Differing(inner=(one, other)):
                left, right = self._value(one), self._value(other)
                return None if left is None or right is None else left is not right

    def _first(self, parts: tuple[Formula, ...], *, wanted: bool) -> bool | None:
        """``wanted`` where one part is, None where one is open, else the opposite."""
        is_open = False
        for part in parts:
            value = self._value(part)
            if value is wanted:
                return wanted
            is_open |= value is None
        return None if is_open else not wanted


# A clause with its variables.
_Asked = tuple[Formula, tuple[Variable, ...]]
