"""Runs rules on the targets of a config: findings with their fixes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from itertools import islice
from typing import cast

from pipelint.base.document import Place
from pipelint.base.finding import Finding, Related, Severity
from pipelint.base.record import dataclass
from pipelint.base.writer import Writer
from pipelint.rules.evaluate.code import Code
from pipelint.rules.evaluate.frame import STEPS, EvalError, Frame, Run, Value
from pipelint.rules.evaluate.link import link
from pipelint.rules.evaluate.plugins import conjuncts, path_of
from pipelint.rules.evaluate.template import Render, link_message
from pipelint.rules.fix import MakeFix, link_fix
from pipelint.rules.rule import HasPlace, Mention, Rule
from pipelint.rules.select import Selection, UnknownSelector

__all__ = ["RULE_STEPS", "RUN_STEPS", "Selection", "Target", "UnknownSelector", "run"]

RULE_STEPS = 2_000_000  # one rule on one config; about 0.4 s
RUN_STEPS = 10_000_000  # all rules on one config
MOST_RELATED = 20  # places that one mention of a page gives


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


class _Judge:
    """A rule as closures, each made when it is first needed: most rules do not get beyond the first part of their ``when``."""

    def __init__(self, rule: Rule) -> None:
        self.rule = rule
        body = rule.body
        self.each = None if body.each is None else (body.each[0], link(body.each[1]))
        self.lets = _Lets(body.lets)
        self.path = None if body.each is None else path_of(body.each[1])
        self._tests: list[Run] = []
        self._unlinked = [*conjuncts(body.when)][::-1]

    def holds(self, frame: Frame) -> bool:
        """Whether ``when`` is true. Raises EvalError.

        An error in one side of an outermost ``&&`` decides like a false one: there is no finding, so the other is not asked.
        """
        for test in self._tests:
            if not test(frame):
                return False
        while self._unlinked:
            test = link(self._unlinked.pop())
            self._tests.append(test)
            if not test(frame):
                return False
        return True

    @cached_property
    def said(self) -> _Said:
        """What a finding of the rule says."""
        body = self.rule.body
        return _Said(
            link(body.at),
            link_message(body.message),
            link_message(body.reason),
            tuple((link(code), severity) for code, severity in body.severities),
            tuple(_link_mention(mention) for mention in body.related),
            link_fix(self.rule),
        )


class _Lets(dict[str, Run]):
    """The ``let`` expressions of a rule by name, linked when they are asked for."""

    def __init__(self, lets: Iterable[tuple[str, Code]]) -> None:
        super().__init__()
        self._codes = dict(lets)

    def __missing__(self, name: str) -> Run:
        self[name] = made = link(self._codes[name])
        return made


@dataclass(frozen=True, slots=True)
class _Said:
    """What a finding is made of."""

    at: Run
    message: Render
    reason: Render
    severities: tuple[tuple[Run, Severity], ...]
    related: tuple[_Mention, ...]
    fix: MakeFix


@dataclass(frozen=True, slots=True)
class _Mention:
    """A mention as closures."""

    at: Run
    message: Render
    name: str
    over: Run | None


def run(rules: Iterable[Rule], targets: Iterable[Target], selection: Selection | None = None) -> list[Finding]:
    """The findings of all selected rules, rule by rule, each once.

    A rule does not fire where its ``when`` or ``at`` ends in an error. A rule that takes too many steps is broken off,
    which is a finding of its own. Raises UnknownSelector.
    """
    everything = _Targets(targets)
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


class _Targets:
    """Targets by what a rule asks for, so that it sees no others."""

    def __init__(self, targets: Iterable[Target]) -> None:
        self._of_kind: dict[str, list[Target]] = {}
        for target in targets:
            self._of_kind.setdefault(target.kind, []).append(target)
        self._judged: dict[tuple[str, str], list[Target]] = {}
        self._of_plugins: dict[tuple[str, str, frozenset[str]], list[Target]] = {}

    def of(self, rule: Rule) -> list[Target]:
        """Those that a rule judges and for which its ``when`` may hold, in their order."""
        key = rule.on, rule.engine
        if key not in self._judged:
            self._judged[key] = [t for t in self._of_kind.get(rule.on, ()) if rule.judges(t.kind, t.engine)]
        judged = self._judged[key]
        plugins = rule.plugins if judged else None
        if plugins is None:
            return judged
        narrow = *key, plugins
        if narrow not in self._of_plugins:
            self._of_plugins[narrow] = [t for t in judged if getattr(t.variables["stage"], "plugin", None) in plugins]
        return self._of_plugins[narrow]


def _judge_all(rule: Rule, targets: _Targets, budget: _Budget) -> Iterator[Finding]:
    judged = targets.of(rule)
    if not judged:
        # It need not even be linked.
        return
    judge = _link(rule)
    for target in judged:
        if budget.left <= 0:
            yield from _broken_off(rule, target)
            return
        for values in _judged(judge, target, budget):
            finding = _judge(judge, values, target.writer, budget)
            if finding is not None:
                yield finding


def _judge(judge: _Judge, values: dict[str, Value], writer: Writer | None, budget: _Budget) -> Finding | None:
    steps = min(STEPS, budget.left)
    frame = Frame(values, judge.lets, steps)
    try:
        frame.spend(judge.rule.steps)
        return _finding(judge, frame, writer) if judge.holds(frame) else None
    except EvalError:
        return None
    finally:
        budget.left -= steps - frame.steps


def _judged(judge: _Judge, target: Target, budget: _Budget) -> Iterable[dict[str, Value]]:
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
        elements = []
    budget.left -= before - frame.steps
    for element in elements:
        if budget.left <= 0:
            return
        yield {**target.variables, name: element}


def _finding(judge: _Judge, frame: Frame, writer: Writer | None) -> Finding:
    """The finding of a rule whose ``when`` holds. Raises EvalError when ``at`` has no place."""
    rule, said = judge.rule, judge.said
    return Finding(
        code=rule.code,
        name=rule.name,
        severity=_severity(judge, frame),
        category=rule.category,
        message=said.message(frame),
        place=_place(said.at(frame)),
        reason=said.reason(frame),
        related=tuple(_related(judge, frame)),
        fix=None if writer is None else said.fix(frame, writer),
    )


def _place(fact: Value) -> Place:
    place = cast(HasPlace, fact).place
    if not isinstance(place, Place):
        raise EvalError("a fact without a place")
    return place


def _severity(judge: _Judge, frame: Frame) -> Severity:
    """The severity of the first test that holds, else the rule's own."""
    for test, severity in judge.said.severities:
        try:
            if test(frame):
                return severity
        except EvalError:
            continue
    return judge.rule.severity


def _related(judge: _Judge, frame: Frame) -> Iterator[Related]:
    """The other places; one whose expression ends in an error is left out."""
    for mention in judge.said.related:
        for _ in _rounds(judge, mention, frame):
            try:
                place = _place(mention.at(frame))
            except EvalError:
                continue
            yield Related(place, mention.message(frame))


def _rounds(judge: _Judge, mention: _Mention, frame: Frame) -> Iterator[None]:
    """One round for each element, which then has its name; one where there is no list, none where it is an error."""
    if mention.over is None:
        yield None
        return
    try:
        for element in islice(mention.over(frame), MOST_RELATED):
            frame.spend(judge.rule.steps)
            frame.values[mention.name] = element
            yield None
    except EvalError:
        return


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
    return _Judge(rule)


def _link_mention(mention: Mention) -> _Mention:
    name, over = mention.each or ("", None)
    return _Mention(link(mention.at), link_message(mention.message), name, None if over is None else link(over))
