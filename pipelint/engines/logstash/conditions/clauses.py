"""What a condition asks, as a formula, found out once for all versions of it in which its fields have been changed as often."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from pipelint.base.block import Block
from pipelint.base.condition import Condition, FieldOperand, Test, Truth, terms
from pipelint.base.limits import left_out
from pipelint.engines.logstash.conditions.logic import Every, Path, Variable, formula, unknown
from pipelint.engines.logstash.conditions.solver import Clause, Solver, variables

# Comparisons of one condition. The largest real one known has 15; of one with more nothing is claimed.
MAX_TERMS = 1_000
# Of one branch so many clauses are kept.
_MOST_VERSIONS = 8


def every(clauses: Sequence[Clause]) -> Clause:
    """All of them at once."""
    asked = frozenset[Variable]().union(*(clause.variables for clause in clauses))
    return Clause(Every(tuple(clause.formula for clause in clauses)), asked)


def clause_of(block: Block, question: Condition, version: Callable[[Path], int], solver: Solver) -> Clause:
    """A branch's condition, found out once for all copies of it at which its fields have been changed as often."""
    known = block.noted(_Clauses)
    versions = tuple([version(path) for path in block.noted(_paths)])
    found = known.get(versions)
    if not block.noted(_is_short):
        left_out(f"a condition has more than {MAX_TERMS:,} comparisons: it is not compared with others")
    if found is None:
        read = formula(question, version) if block.noted(_is_short) else unknown()
        asked = Clause(read, variables(read))
        is_open = not solver.unsatisfiable([asked]) and not solver.unsatisfiable([asked.negated()])
        if len(known) >= _MOST_VERSIONS:
            known.clear()
        found = known[versions] = Clause(read, asked.variables, is_open)
    return found


def _is_short(branch: Block) -> bool:
    """Whether a branch asks for no more than is compared with others."""
    asked = () if branch.condition is None else terms(branch.condition)
    return next(islice(asked, MAX_TERMS, None), None) is None


class _Clauses(dict[tuple[int, ...], Clause]):
    """By how often its fields have been changed what a branch asks."""

    def __init__(self, _: Block) -> None:
        super().__init__()


def _paths(branch: Block) -> tuple[Path, ...]:
    """The fields that a branch mentions."""
    found = () if branch.condition is None else tests_of(branch.condition)
    return tuple(dict.fromkeys(operand.path for operand, _ in found))


def tests_of(condition: Condition) -> Iterator[tuple[FieldOperand, str]]:
    """The fields that a condition mentions, with the operator."""
    for term in terms(condition):
        match term:
            case Truth(operand=FieldOperand() as operand):
                yield operand, ""
            case Test(operator=operator, left=left, right=right):
                yield from ((operand, operator) for operand in (left, right) if isinstance(operand, FieldOperand))
