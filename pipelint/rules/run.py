"""Runs rules on the targets of a config: findings with their fixes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from pipelint.base.document import Place
from pipelint.base.finding import Finding, Severity
from pipelint.base.record import dataclass
from pipelint.base.writer import Writer
from pipelint.rules.evaluate.frame import STEPS, EvalError, Frame, Run, Value
from pipelint.rules.judge import Judge, finding, judge_of
from pipelint.rules.rule import Rule
from pipelint.rules.select import Selection, UnknownSelector
from pipelint.rules.target import Target, Targets

if TYPE_CHECKING:
    from pipelint.rules.memory import Memory

__all__ = ["RULE_STEPS", "RUN_STEPS", "Selection", "Target", "UnknownSelector", "run"]

RULE_STEPS = 2_000_000  # one rule on one config; about 0.4 s
RUN_STEPS = 10_000_000  # all rules on one config
# What a stage that no event reaches has none of: it costs nothing and loses nothing. That it is not reached is said by others.
_AT_WORK = frozenset(["performance", "reliability"])


def run(
    rules: Iterable[Rule], targets: Iterable[Target], selection: Selection | None = None, memory: Memory | None = None
) -> list[Finding]:
    """The findings of all selected rules, rule by rule, each once. ``memory`` is that of the config's last version.

    A rule does not fire where its ``when`` or ``at`` ends in an error. A rule that takes too many steps is broken off,
    which is a finding of its own. Raises UnknownSelector.
    """
    everything = Targets(targets, memory)
    left = RUN_STEPS
    found: dict[tuple[object, ...], Finding] = {}
    for rule in (selection or Selection()).choose(rules):
        budget = _Budget(min(left, RULE_STEPS))
        allowed = budget.left
        for one in _judge_all(rule, everything, budget):
            found.setdefault((rule.code, id(one.place.document), one.place.span, one.message), one)
        left -= allowed - budget.left
    return list(found.values())


@dataclass(slots=True)
class _Budget:
    """The steps that a rule may still take.

    ``own`` is how many of its first conditions ask for a stage's own section alone; ``open`` counts the judgements that
    these did not decide.
    """

    left: int
    own: int = 0
    open: int = 0


def _judge_all(rule: Rule, targets: Targets, budget: _Budget) -> Iterator[Finding]:
    asked = targets.of(rule)
    if not asked:
        # It need not even be linked.
        return
    budget.own = 0 if targets.memory is None else targets.memory.own(rule)
    judge = judge_of(rule)
    for target, clean in asked:
        if clean is not None and rule in clean:
            budget.left -= clean[rule]
            continue
        if budget.left <= 0:
            yield from _broken_off(rule, target)
            return
        left, still_open = budget.left, budget.open
        for values in _judged(judge, target, budget):
            found = _judge(judge, values, target.writer, budget)
            if found is not None and not (rule.category in _AT_WORK and target.idle):
                yield found
        if clean is not None and budget.own and budget.open == still_open and budget.left > 0:
            clean[rule] = left - budget.left


def _judge(judge: Judge, values: dict[str, Value], writer: Writer | None, budget: _Budget) -> Finding | None:
    steps = min(STEPS, budget.left)
    frame = Frame(values, judge.lets, steps)
    try:
        frame.spend(judge.rule.steps)
        return finding(judge, frame, writer) if judge.holds(frame) else None
    except EvalError:
        return None
    finally:
        budget.left -= steps - frame.steps
        budget.open += frame.tested >= budget.own or frame.steps < 0


def _judged(judge: Judge, target: Target, budget: _Budget) -> Iterable[dict[str, Value]]:
    """The variables of each judgement: one of the target, or one of each element that ``each`` names."""
    if judge.each is None:
        return (dict(target.variables),)
    if judge.path is not None and not judge.path[1](target.variables[judge.path[0]]):
        # Most lists of most targets are empty, which is seen without the rest.
        return ()
    return _elements(*judge.each, judge.rule.steps, target, budget)


def _elements(name: str, each: Run, steps: int, target: Target, budget: _Budget) -> Iterator[dict[str, Value]]:
    frame = Frame(dict(target.variables), {}, min(STEPS, budget.left))
    before = frame.steps
    try:
        frame.spend(steps)
        elements = list(each(frame))
    except EvalError:
        budget.open += frame.steps < 0
        elements = []
    budget.left -= before - frame.steps
    for element in elements:
        if budget.left <= 0:
            return
        yield {**target.variables, name: element}


def _broken_off(rule: Rule, target: Target) -> Iterator[Finding]:
    """The finding that says that a rule took too long, at the first target that it did not come to."""
    subject = target.variables.get(rule.subject)
    place = getattr(subject, "place", None)
    if isinstance(place, Place):
        message = f"{rule.code} was broken off here: its expressions take too many steps on this config"
        reason = "What comes behind was not judged by this rule."
        yield Finding(rule.code, rule.name, Severity.WARNING, rule.category, message, place, reason)
