"""Asks rules about a version of a config in an editor: target by target, each only by those that may find something new there.

Nearly all sections are as they were in the last version. A rule one of whose conditions is false there, and asks for nothing but
what the section decides, finds nothing as long as that is so. One that asks for nothing else at all finds what it found.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from pipelint.base.finding import Finding
from pipelint.base.lean.record import dataclass, replace
from pipelint.base.running.turns import pause
from pipelint.base.text.document import Document, Place
from pipelint.predicate.evaluate.frame import STEPS, Hide
from pipelint.rules.asking import Budget, ask, counts
from pipelint.rules.judge import Judge, judge_again_of
from pipelint.rules.rule import Rule
from pipelint.rules.target import Target


@dataclass(frozen=True, slots=True, eq=False)
class Asked:
    """The rules that judge targets of one sort, each with its place among all; ``unknown``: to be asked all they ask.

    ``whole`` are those that judge the same where all of the config is known, which all of ``judges`` are among; None here.
    """

    judges: tuple[tuple[int, Judge], ...]
    unknown: tuple[Left, ...]
    whole: Asked | None

    def noted(self, notes: dict[object, Quiet]) -> Quiet | None:
        """What is noted of them, perhaps as the section was judged with all of the config; None where nothing is."""
        quiet = notes.get(self)
        if quiet is None and self.whole is not None and (known := notes.get(self.whole)) is not None:
            # What a section decides is as it was.
            places = {place for place, _ in self.judges}
            left = tuple(each for each in known.left if each.place in places)
            kept = tuple(each for each in known.kept if each[0].place in places)
            quiet = notes[self] = Quiet(left, known.steps, known.most, kept)
        return quiet


@dataclass(frozen=True, slots=True)
class Left:
    """A rule that has to be asked again, with its place among all.

    The section decides that its first ``start`` conditions hold; ``steps``: what it took when they were asked, at least.
    """

    place: int
    judge: Judge
    start: int = 0
    steps: int = 0


@dataclass(frozen=True, slots=True)
class Kept:
    """What a rule has found in a section that began at ``start``: ``said`` are texts that it quotes, and how they were shown."""

    finding: Finding
    start: int
    said: tuple[tuple[str, str], ...]

    def moved(self, document: Document, start: int) -> Finding:
        """The finding where the section stands now."""
        by, found = start - self.start, self.finding
        related = tuple([replace(each, place=Place(document, each.place.span.shift(by))) for each in found.related])
        return replace(found, place=Place(document, found.place.span.shift(by)), related=related)


@dataclass(frozen=True, slots=True)
class Quiet:
    """What is noted at a section: the rules that have to be asked again, the steps of the others, and of one at most.

    ``kept`` is what some of these others find there, each with its rule.
    """

    left: tuple[Left, ...]
    steps: int
    most: int
    kept: tuple[tuple[Left, tuple[Kept, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class Said:
    """What rules have found at some targets, each with its rule's place among all, and the steps that they have left.

    ``single`` is what any one of them has left at least.
    """

    found: tuple[tuple[int, Finding], ...]
    left: int
    single: int

    def findings(self, most: int) -> list[Finding] | None:
        """The findings in the order of their rules, some perhaps twice; None where one rule has more than ``most``."""
        if max(Counter(place for place, _ in self.found).values(), default=0) > most:
            return None
        # Of one rule they are in the order of their targets.
        return [each for _, each in sorted(self.found, key=lambda pair: pair[0])]


def nothing_said(rule_steps: int, run_steps: int) -> Said:
    """Before a rule was asked. A rule may take ``rule_steps``, all of them ``run_steps``."""
    # No evaluation is cut short before that is seen.
    return Said((), run_steps - STEPS, rule_steps - STEPS)


def say_more(rules: tuple[Rule, ...], targets: Iterable[Target], before: Said) -> Said | None:
    """What rules find at more targets, with what they found ``before``.

    None where a rule comes near the steps that it or all of them may take: then they have to be asked one after another.
    """
    docket = _docket(rules)
    budget, single, found = Budget(before.left), before.single, list(before.found)
    for target in targets:
        asked = docket.of(target)
        silent = target.silent
        quiet = Quiet(asked.unknown, 0, 0) if silent is None else asked.noted(silent)
        if quiet is None:
            quiet = _first(asked, target, budget, found)
            if silent is not None and budget.left > 0:
                silent[asked] = quiet
            single -= quiet.most
        else:
            budget.left -= quiet.steps
            left = (*quiet.left, *_unkept(quiet, target, found)) if quiet.kept else quiet.left
            single -= max(quiet.most, _ask(left, target, budget, found)) if left else quiet.most
        if budget.left <= 0 or single <= 0:
            return None
    return Said(tuple(found), budget.left, single)


def _ask(rules: Sequence[Left], target: Target, budget: Budget, found: list[tuple[int, Finding]]) -> int:
    """Asks rules, adds to ``found``, and gives the steps of the one that took most."""
    most = 0
    variables = target.variables
    for rule in rules:
        before = budget.left
        gate = rule.judge.gates[rule.start]
        # Most rules end here: there is nothing in the list that they go over, or the next condition does not hold.
        if gate is None or gate[1](variables[gate[0]]):
            pause()
            asked = ask(rule.judge, target, budget, rule.start)
            found += [(rule.place, each) for each in asked if counts(each, target)]
        budget.left -= rule.steps
        most = max(most, before - budget.left)
    return most


def _unkept(quiet: Quiet, target: Target, found: list[tuple[int, Finding]]) -> Iterator[Left]:
    """Adds what is kept to ``found``; gives the rules that have to be asked, for fixes or as other texts are secret now."""
    around = target.around
    for each, kept in quiet.kept:
        others = target.writer is not None or any(target.hide(raw) != shown for one in kept for raw, shown in one.said)
        if around is None or others:
            yield each
            continue
        document, start = around.place.document, around.place.span.start
        findings = [one.moved(document, start) for one in kept]
        found += [(each.place, finding) for finding in findings if counts(finding, target)]


def _first(asked: Asked, target: Target, budget: Budget, found: list[tuple[int, Finding]]) -> Quiet:
    """Asks all rules; which of them have to be asked again, and the steps that all of them took."""
    left: list[Left] = []
    kept: list[tuple[Left, tuple[Kept, ...]]] = []
    steps = most = 0
    said: list[tuple[str, str]] = []
    telling = replace(target, hide=_telling(target.hide, said))
    for place, judge in asked.judges:
        pause()
        before, open_before = budget.left, budget.open
        said.clear()
        findings = list(ask(judge, telling, budget))
        found += [(place, finding) for finding in findings if counts(finding, target)]
        took = before - budget.left
        most = max(most, took)
        keeps = _kept(judge, findings, target, said) if findings else ()
        if not judge.decided or (budget.open > open_before and not findings) or keeps is None:
            # The conditions that the section decides were asked first.
            start = min(sum(judge.decided[:-1]), budget.tested) if judge.element is None else 0
            left.append(Left(place, judge, start, took))
            continue
        steps += took
        if keeps:
            kept.append((Left(place, judge), keeps))
    return Quiet(tuple(left), steps, most, tuple(kept))


def _telling(hide: Hide, said: list[tuple[str, str]]) -> Hide:
    def telling(text: str) -> str:
        shown = hide(text)
        said.append((text, shown))
        return shown

    return telling


def _kept(judge: Judge, findings: Sequence[Finding], target: Target, said: list[tuple[str, str]]) -> tuple[Kept, ...] | None:
    """Findings as they are kept of a section; None where the rule may find something else there, or elsewhere."""
    around = target.around
    if around is None or target.writer is not None or not judge.says_section:
        return None
    document, span = around.place.document, around.place.span
    for place in (place for each in findings for place in (each.place, *(one.place for one in each.related))):
        if place.document is not document or place.span.start < span.start or place.span.end > span.end:
            return None
    return tuple(Kept(each, span.start, tuple(said)) for each in findings)


class _Docket:
    """Rules by the targets that they judge."""

    def __init__(self, rules: tuple[Rule, ...]) -> None:
        self._rules = rules
        self._of: dict[tuple[object, ...], Asked] = {}

    def of(self, target: Target) -> Asked:
        """Those that judge a target, and whose ``when`` may hold there."""
        key = target.ons, target.engine, target.plugin, target.alone, target.led
        known = self._of.get(key)
        if known is None:
            whole = self.of(replace(target, alone=False, led=False)) if target.alone else None
            known = self._of[key] = _asked(self._judging(target), whole)
        return known

    def _judging(self, target: Target) -> list[tuple[int, Judge]]:
        rules = ((place, rule) for place, rule in enumerate(self._rules) if rule.on in target.ons)
        rules = ((place, rule) for place, rule in rules if rule.engine in (target.engine, "any"))
        rules = ((place, rule) for place, rule in rules if rule.plugins is None or target.plugin in rule.plugins)
        judges = [(place, judge_again_of(rule)) for place, rule in rules]
        return [(place, judge) for place, judge in judges if target.judged_by(judge)]


def _asked(judges: list[tuple[int, Judge]], whole: Asked | None) -> Asked:
    # A first condition that is not asked, as its gate says what it is, takes steps all the same.
    steps = [0 if judge.element is not None else judge.rule.steps + 1 for _, judge in judges]
    return Asked(tuple(judges), tuple(Left(*each, 0, took) for each, took in zip(judges, steps, strict=True)), whole)


@lru_cache(maxsize=8)
def _docket(rules: tuple[Rule, ...]) -> _Docket:
    return _Docket(rules)
