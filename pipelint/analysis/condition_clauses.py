"""What a condition asks, as a formula, found out once for all versions of it in which its fields have been changed as often."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from pipelint.analysis.condition_logic import Every, Formula, Negation, Path, Variable, formula
from pipelint.analysis.condition_solver import unsatisfiable, variables
from pipelint.base.block import Block
from pipelint.base.condition import Condition, FieldOperand, Joined, Not, Test, Truth
from pipelint.base.record import dataclass

# Of one branch so many clauses are kept.
_MOST_VERSIONS = 8


@dataclass(frozen=True, slots=True)
class Clause:
    """A condition, and what it asks for. ``open``: for itself an event may meet it or not."""

    formula: Formula
    variables: frozenset[Variable]
    open: bool = True

    def negated(self) -> Clause:
        """The opposite."""
        return Clause(Negation(self.formula), self.variables, self.open)


def every(clauses: Sequence[Clause]) -> Clause:
    asked = frozenset[Variable]().union(*(clause.variables for clause in clauses))
    return Clause(Every(tuple(clause.formula for clause in clauses)), asked)


def clause_of(block: Block, question: Condition, version: Callable[[Path], int]) -> Clause:
    """A branch's condition, found out once for all copies of it at which its fields have been changed as often."""
    known = block.noted(_clauses)
    versions = tuple([version(path) for path in block.noted(_paths)])
    found = known.get(versions)
    if found is None:
        asked = formula(question, version)
        is_open = not unsatisfiable([asked], []) and not unsatisfiable([Negation(asked)], [])
        if len(known) >= _MOST_VERSIONS:
            known.clear()
        found = known[versions] = Clause(asked, frozenset(variables(asked)), is_open)
    return found


def _clauses(_: Block) -> dict[tuple[int, ...], Clause]:
    """By how often its fields have been changed what a branch asks; nothing yet."""
    return {}


def _paths(branch: Block) -> tuple[Path, ...]:
    """The fields that a branch mentions."""
    found = () if branch.condition is None else tests_of(branch.condition)
    return tuple(dict.fromkeys(operand.path for operand, _ in found))


def tests_of(condition: Condition) -> Iterator[tuple[FieldOperand, str]]:
    """The fields that a condition mentions, with the operator."""
    match condition:
        case Truth(operand=FieldOperand() as operand):
            yield operand, ""
        case Test(operator=operator, left=left, right=right):
            yield from ((operand, operator) for operand in (left, right) if isinstance(operand, FieldOperand))
        case Not(operand=inner):
            yield from tests_of(inner)
        case Joined(operands=operands):
            for part in operands:
                yield from tests_of(part)
