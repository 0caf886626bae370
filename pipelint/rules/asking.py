"""Asks one rule about one target, within a budget of steps."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator

from pipelint.base.finding import Finding
from pipelint.base.lean.record import dataclass, field
from pipelint.predicate.evaluate.frame import STEPS, EvalError, Frame, Value
from pipelint.rules.judge import Judge, finding
from pipelint.rules.target import Target

# What a stage that no event reaches has none of: it costs nothing and loses nothing. That it is not reached is said by others.
_AT_WORK = frozenset(["performance", "reliability"])


@dataclass(slots=True)
class Budget:
    """The steps that may still be taken. ``open`` counts the judgements that a stage's section alone did not decide.

    ``tested`` is how many outermost conditions of the last judgement held, ``shared`` what loops over the config have given.
    """

    left: int
    open: int = 0
    tested: int = 0
    shared: dict[Hashable, Value] = field(default_factory=dict)


def ask(judge: Judge, target: Target, budget: Budget, start: int = 0) -> Iterable[Finding]:
    """What a rule finds at a target, whether or not ``counts`` says so of it. It is known that ``start`` conditions hold."""
    if judge.element is None:
        found = _judge(judge, dict(target.variables), target, budget, start)
        return () if found is None else (found,)
    if judge.path is not None and not judge.path[1](target.variables[judge.path[0]]):
        # Most lists of most targets are empty, which is seen without the rest.
        return ()
    return _ask_each(judge.element, judge, target, budget, start)


def _ask_each(name: str, judge: Judge, target: Target, budget: Budget, start: int) -> Iterator[Finding]:
    """The same of a rule that goes over a list, whose elements have a name."""
    around = target.variables
    for element in _elements(judge, target, budget):
        gates = judge.element_gates
        for variable, holds in gates:
            if not holds(element if variable == name else around[variable]):
                break
        else:
            found = _judge(judge, {**around, name: element}, target, budget, start or len(gates))
            if found is not None:
                yield found


def counts(found: Finding, target: Target) -> bool:
    """Whether a finding counts at its target."""
    return not (found.category in _AT_WORK and target.idle)


def identity(finding: Finding) -> Hashable:
    """Equal for findings that say the same: of these there is one."""
    place = finding.place
    return finding.code, id(place.document), place.span.start, place.span.end, finding.message


def _judge(judge: Judge, values: dict[str, Value], target: Target, budget: Budget, start: int) -> Finding | None:
    steps = min(STEPS, budget.left)
    frame = Frame(values, judge.lets, steps, target.hide, budget.shared)
    try:
        frame.spend(judge.rule.steps)
        return finding(judge, frame, target.writer) if judge.holds(frame, start) else None
    except EvalError:
        return None
    finally:
        budget.left -= steps - frame.steps
        budget.tested = frame.tested
        own = judge.decided
        budget.open += frame.steps < 0 or frame.tested >= len(own) or not own[frame.tested]


def _elements(judge: Judge, target: Target, budget: Budget) -> Iterator[Value]:
    elements: Iterable[Value]
    if judge.path is None:
        elements = _made(judge, target, budget)
    else:
        elements = judge.path[1](target.variables[judge.path[0]])  # type: ignore[assignment]
        budget.left -= judge.rule.steps
        budget.open += budget.left < 0
    for element in elements:
        if budget.left <= 0:
            return
        yield element


def _made(judge: Judge, target: Target, budget: Budget) -> Iterable[Value]:
    """A list that more than attributes make; nothing where that is an error."""
    frame = Frame(dict(target.variables), {}, min(STEPS, budget.left))
    before = frame.steps
    try:
        frame.spend(judge.rule.steps)
        return list(judge.elements(frame))
    except EvalError:
        budget.open += frame.steps < 0
        return ()
    finally:
        budget.left -= before - frame.steps
