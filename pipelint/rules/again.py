"""Asks rules about a version of a config in an editor: target by target, each only by those that may find something new there.

Nearly all sections are as they were in the last version. A rule one of whose conditions is false there, and asks for nothing but
what the section decides, finds nothing as long as that is so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from pipelint.base.finding import Finding
from pipelint.base.lean.record import dataclass
from pipelint.predicate.evaluate.frame import STEPS
from pipelint.rules.asking import Budget, ask, counts
from pipelint.rules.judge import Judge, judge_again_of
from pipelint.rules.rule import Rule
from pipelint.rules.target import Target


@dataclass(frozen=True, slots=True, eq=False)
class Asked:
    """The rules that judge targets of one sort, each with its place among all."""

    judges: tuple[tuple[int, Judge], ...]


@dataclass(frozen=True, slots=True)
class Quiet:
    """What is noted at a section: the rules that have to be asked again, and the steps of the others, and of one at most."""

    left: tuple[tuple[int, Judge], ...]
    steps: int
    most: int


def findings_again(
    rules: tuple[Rule, ...], targets: Sequence[Target], rule_steps: int, run_steps: int, most: int
) -> list[Finding] | None:
    """The findings in the order of their rules, some perhaps twice.

    None where a rule comes near the steps that it (``rule_steps``) or all of them (``run_steps``) may take, or finds more than
    ``most``: then they have to be asked one after another.
    """
    docket = _docket(rules)
    # No evaluation is cut short before that is seen.
    budget = Budget(run_steps - STEPS)
    single = rule_steps - STEPS
    found: list[tuple[int, Finding]] = []
    for target in targets:
        asked = docket.of(target)
        silent = target.silent
        quiet = Quiet(asked.judges, 0, 0) if silent is None else silent.get(asked)
        if quiet is None:
            quiet = _first(asked, target, budget, found)
            if silent is not None and budget.left > 0:
                silent[asked] = quiet
            single -= quiet.most
        else:
            budget.left -= quiet.steps
            single -= quiet.most if not quiet.left else max(quiet.most, _ask(quiet.left, target, budget, found))
        if budget.left <= 0 or single <= 0:
            return None
    if max(Counter(place for place, _ in found).values(), default=0) > most:
        return None
    # Of one rule they are in the order of their targets.
    return [each for _, each in sorted(found, key=lambda pair: pair[0])]


def _ask(judges: Sequence[tuple[int, Judge]], target: Target, budget: Budget, found: list[tuple[int, Finding]]) -> int:
    """Asks rules, adds to ``found``, and gives the steps of the one that took most."""
    most = 0
    for place, judge in judges:
        before = budget.left
        found += [(place, each) for each in ask(judge, target, budget) if counts(each, target)]
        most = max(most, before - budget.left)
    return most


def _first(asked: Asked, target: Target, budget: Budget, found: list[tuple[int, Finding]]) -> Quiet:
    """Asks all rules; which of them have to be asked again, and the steps that all of them took."""
    left: list[tuple[int, Judge]] = []
    steps = most = 0
    for each in asked.judges:
        before, open_before = budget.left, budget.open
        took = _ask((each,), target, budget, found)
        most = max(most, took)
        if not each[1].decided or budget.open > open_before:
            left.append(each)
        else:
            steps += before - budget.left
    return Quiet(tuple(left), steps, most)


class _Docket:
    """Rules by the targets that they judge."""

    def __init__(self, rules: tuple[Rule, ...]) -> None:
        self._rules = rules
        self._of: dict[tuple[object, ...], Asked] = {}

    def of(self, target: Target) -> Asked:
        """Those that judge a target, and whose ``when`` may hold there."""
        key = target.ons, target.engine, target.plugin, target.alone
        known = self._of.get(key)
        if known is None:
            known = self._of[key] = Asked(tuple(self._judging(target)))
        return known

    def _judging(self, target: Target) -> list[tuple[int, Judge]]:
        found = []
        for place, rule in enumerate(self._rules):
            if rule.on in target.ons and rule.engine in (target.engine, "any"):
                if rule.plugins is None or target.plugin in rule.plugins:
                    judge = judge_again_of(rule)
                    if judge.by_section or not target.alone:
                        found.append((place, judge))
        return found


@lru_cache(maxsize=8)
def _docket(rules: tuple[Rule, ...]) -> _Docket:
    return _Docket(rules)
