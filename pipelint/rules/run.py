"""Runs rules on the targets of a config: findings with their fixes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import cast

from pipelint.base.document import Place
from pipelint.base.finding import Finding, Related, Severity
from pipelint.base.writer import Writer
from pipelint.rules.evaluate.frame import STEPS, EvalError, Frame, Run, Value
from pipelint.rules.evaluate.link import link
from pipelint.rules.evaluate.template import Render, link_message
from pipelint.rules.fix import MakeFix, link_fix
from pipelint.rules.rule import HasPlace, Rule
from pipelint.rules.select import Selection, UnknownSelector

__all__ = ["RULE_STEPS", "RUN_STEPS", "Selection", "Target", "UnknownSelector", "run"]

RULE_STEPS = 2_000_000  # one rule on one config; about 0.4 s
RUN_STEPS = 10_000_000  # all rules on one config


@dataclass(frozen=True, slots=True)
class Target:
    """Something that rules judge: its kind (what ``on:`` says) and the variables that the schema promises for it.

    ``config`` is one of them, whose ``engine`` says which rules apply. ``writer`` writes fixes; None where the files
    cannot be edited: then findings have no fix.
    """

    kind: str
    variables: Mapping[str, object]
    writer: Writer | None = None

    @property
    def engine(self) -> str:
        """The engine of its config; rules of ``engine: any`` alone apply where no config is given."""
        return str(getattr(self.variables.get("config"), "engine", ""))


@dataclass(frozen=True, slots=True)
class _Judge:
    """A rule as closures."""

    rule: Rule
    each: Run | None
    lets: dict[str, Run]
    when: Run
    at: Run
    message: Render
    reason: Render
    severities: tuple[tuple[Run, Severity], ...]
    related: tuple[tuple[Run, Render], ...]
    fix: MakeFix


def run(rules: Iterable[Rule], targets: Iterable[Target], selection: Selection | None = None) -> list[Finding]:
    """The findings of all selected rules, rule by rule, each once.

    A rule does not fire where its ``when`` or ``at`` ends in an error. A rule that takes too many steps is broken off,
    which is a finding of its own. Raises UnknownSelector.
    """
    everything = list(targets)
    left = RUN_STEPS
    found: dict[tuple[object, ...], Finding] = {}
    for rule in (selection or Selection()).choose(rules):
        budget = _Budget(min(left, RULE_STEPS))
        allowed = budget.left
        for finding in _judge_all(rule, everything, budget):
            span = finding.place.span
            found.setdefault((rule.code, id(finding.place.document), span, finding.message), finding)
        left -= allowed - budget.left
    return list(found.values())


@dataclass(slots=True)
class _Budget:
    """The steps that a rule may still take."""

    left: int


def _judge_all(rule: Rule, targets: list[Target], budget: _Budget) -> Iterator[Finding]:
    for target in targets:
        if not rule.judges(target.kind, target.engine):
            continue
        if budget.left <= 0:
            yield from _broken_off(rule, target)
            return
        yield from _judge(_link(rule), target, budget)


def _judge(judge: _Judge, target: Target, budget: _Budget) -> Iterator[Finding]:
    for values in _elements(judge, target, budget):
        frame = Frame(values, judge.lets, min(STEPS, budget.left))
        before = frame.steps
        try:
            frame.spend(judge.rule.steps)
            finding = _finding(judge, frame, target.writer) if judge.when(frame) else None
        except EvalError:
            finding = None
        budget.left -= before - frame.steps
        if finding is not None:
            yield finding


def _elements(judge: _Judge, target: Target, budget: _Budget) -> Iterator[dict[str, Value]]:
    """The variables of each judgement: one of the target, or one of each element that ``each`` names."""
    if judge.rule.each is None or judge.each is None:
        yield dict(target.variables)
        return
    frame = Frame(dict(target.variables), {}, min(STEPS, budget.left))
    before = frame.steps
    try:
        frame.spend(judge.rule.steps)
        elements = list(judge.each(frame))
    except EvalError:
        elements = []
    budget.left -= before - frame.steps
    for element in elements:
        if budget.left <= 0:
            return
        yield {**target.variables, judge.rule.each[0]: element}


def _finding(judge: _Judge, frame: Frame, writer: Writer | None) -> Finding:
    """The finding of a rule whose ``when`` holds. Raises EvalError when ``at`` has no place."""
    rule = judge.rule
    return Finding(
        code=rule.code,
        name=rule.name,
        severity=_severity(judge, frame),
        category=rule.category,
        message=judge.message(frame),
        place=_place(judge.at(frame)),
        reason=judge.reason(frame),
        related=tuple(_related(judge, frame)),
        fix=None if writer is None else judge.fix(frame, writer),
    )


def _place(fact: Value) -> Place:
    place = cast(HasPlace, fact).place
    if not isinstance(place, Place):
        raise EvalError("a fact without a place")
    return place


def _severity(judge: _Judge, frame: Frame) -> Severity:
    """The severity of the first test that holds, else the rule's own."""
    for test, severity in judge.severities:
        try:
            if test(frame):
                return severity
        except EvalError:
            continue
    return judge.rule.severity


def _related(judge: _Judge, frame: Frame) -> Iterator[Related]:
    """The other places; one whose expression ends in an error is left out."""
    for at, message in judge.related:
        try:
            place = _place(at(frame))
        except EvalError:
            continue
        yield Related(place, message(frame))


def _broken_off(rule: Rule, target: Target) -> Iterator[Finding]:
    """The finding that says that a rule took too long, at the first target that it did not come to."""
    subject = target.variables.get(rule.subject)
    place = getattr(subject, "place", None)
    if isinstance(place, Place):
        message = f"{rule.code} was broken off here: its expressions take too many steps on this config"
        reason = "What comes behind was not judged by this rule."
        yield Finding(rule.code, rule.name, Severity.WARNING, rule.category, message, place, reason)


@lru_cache(maxsize=2048)
def _link(rule: Rule) -> _Judge:
    return _Judge(
        rule,
        None if rule.each is None else link(rule.each[1]),
        {name: link(code) for name, code in rule.lets},
        link(rule.when),
        link(rule.at),
        link_message(rule.message),
        link_message(rule.reason),
        tuple((link(code), severity) for code, severity in rule.severities),
        tuple((link(at), link_message(message)) for at, message in rule.related),
        link_fix(rule),
    )
