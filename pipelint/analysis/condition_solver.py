"""Whether conditions can hold together: a small sound decision procedure over what fields may hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pipelint.analysis.condition_logic import Every, Field, Formula, Free, Leaf, Negation, Some, State, Variable, whole

ABSENT: State = ("absent", None)
# Checks of one query. Real conditions take some hundreds; beyond it nothing is claimed.
MAX_CHECKS = 20_000
# Conditions that a query takes into account, the nearest ones.
MAX_GIVEN = 100


def unsatisfiable(wanted: Iterable[Formula], given: Iterable[Formula]) -> bool:
    """Whether no event meets all of ``wanted`` and ``given``.

    False also where that is not found out in MAX_CHECKS steps, or takes more than the last MAX_GIVEN of ``given``.
    """
    wants = list(wanted)
    near = list(given)[-MAX_GIVEN:]
    related = _related(wants, near) if near else []
    if len(wants) == 1 and not related and (found := _alone(wants[0])) is not None:
        return not found
    clauses = [*wants, *related]
    domains = _domains(clauses)
    try:
        return not _solve(clauses, domains, {}, [MAX_CHECKS])
    except _TooLong:
        return False


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
    match clause:
        case Leaf() | Free():
            yield clause
        case Negation(inner=inner):
            yield from _leaves(inner)
        case Every(inner=parts) | Some(inner=parts):
            for part in parts:
                yield from _leaves(part)


def variables(clause: Formula) -> set[Variable]:
    """What a clause asks for."""
    found: set[Variable] = set()
    for leaf in _leaves(clause):
        found |= {leaf.field, leaf.free} if isinstance(leaf, Leaf) else {leaf.name}
    return found - {""}


def _related(wanted: list[Formula], given: list[Formula]) -> list[Formula]:
    """Those of ``given`` that share something with ``wanted``, directly or through others: the rest cannot contradict."""
    known = set[Variable]().union(*map(variables, wanted))
    rest = [(clause, variables(clause)) for clause in given]
    found: list[Formula] = []
    while near := [pair for pair in rest if pair[1] & known]:
        rest = [pair for pair in rest if not pair[1] & known]
        found += [clause for clause, _ in near]
        known.update(*(names for _, names in near))
    return found


def _domains(clauses: list[Formula]) -> dict[Variable, list[State | bool]]:
    """By variable what it may be; fields first, in the order in which they are mentioned."""
    texts: dict[Field, set[str]] = {}
    free: dict[str, None] = {}
    for clause in clauses:
        for leaf in _leaves(clause):
            if isinstance(leaf, Leaf):
                texts.setdefault(leaf.field, {"", "false"}).update(leaf.texts)
            else:
                free[leaf.name] = None
            if isinstance(leaf, Leaf) and leaf.free:
                free[leaf.free] = None
    domains: dict[Variable, list[State | bool]] = {field: list(_states(named)) for field, named in texts.items()}
    domains.update({name: [True, False] for name in free})
    return domains


def _states(texts: set[str]) -> Iterator[State]:
    yield ABSENT
    for text in sorted(texts):
        yield "string", text
        yield "other", text
        if whole(text) and str(int(text)) == text:
            yield "integer", text
    yield from (("string", None), ("integer", None), ("other", None))


def _solve(
    clauses: list[Formula], domains: dict[Variable, list[State | bool]], chosen: dict[Variable, State | bool], left: list[int]
) -> bool:
    """Whether some choice of what is not chosen yet meets all clauses."""
    open_clauses = []
    for clause in clauses:
        left[0] -= 1
        if left[0] < 0:
            raise _TooLong
        match _value(clause, chosen):
            case False:
                return False
            case None:
                open_clauses.append(clause)
    if not open_clauses:
        return True
    mentioned = variables(open_clauses[0])
    variable = next(name for name in domains if name in mentioned and name not in chosen)
    return any(_solve(open_clauses, domains, {**chosen, variable: choice}, left) for choice in domains[variable])


def _value(clause: Formula, chosen: dict[Variable, State | bool]) -> bool | None:
    """Whether a clause holds with what is chosen, None where that is open."""
    match clause:
        case Free(name=name):
            outcome = chosen.get(name)
            return outcome if isinstance(outcome, bool) else None
        case Leaf(field=field, check=check, free=free):
            state = chosen.get(field)
            if not isinstance(state, tuple):
                return None
            known = check(state)
            outcome = chosen.get(free)
            return known if known is not None else outcome if isinstance(outcome, bool) else None
        case Negation(inner=inner):
            value = _value(inner, chosen)
            return None if value is None else not value
        case Every(inner=parts):
            values = [_value(part, chosen) for part in parts]
            return False if False in values else None if None in values else True
        case Some(inner=parts):
            values = [_value(part, chosen) for part in parts]
            return True if True in values else None if None in values else False
