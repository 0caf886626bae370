"""Runs rules on a new version of a config: target by target, each asked only by the rules that may find there something new."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from operator import itemgetter

from pipelint.base.finding import Finding
from pipelint.base.lean.record import dataclass
from pipelint.rules.asking import Budget, ask, counts
from pipelint.rules.evaluate.frame import STEPS
from pipelint.rules.judge import Judge, judge_of
from pipelint.rules.memory import Kept, Memory, Seen, keep
from pipelint.rules.reach import own_conditions, says_own
from pipelint.rules.rule import Rule
from pipelint.rules.target import Target


def rerun(rules: Sequence[Rule], targets: Sequence[Target], memory: Memory, limits: tuple[int, int, int]) -> list[Finding] | None:
    """The findings as ``run`` has them, rule by rule, some perhaps twice.

    ``limits`` are the steps that one rule and that all may take, and the findings of one. None where one of them might have to
    be broken off: then they have to be asked one after another.
    """
    each, everything, most = limits
    docket = Docket(rules)
    budget = Budget(everything - STEPS - memory.spared)
    # More than any single rule may have left: at each target counts what the rule took that took most.
    single = each - STEPS - memory.spared
    found: list[tuple[int, int, Finding]] = []
    for number, target in enumerate(targets):
        seen = None if target.key is None else memory.at(target.kind, target.key)
        if seen is not None and seen.left is not None:
            budget.left -= seen.steps
            single -= seen.most
            if not seen.left and not seen.kept:
                # As it is with nearly all of them.
                continue
        look = _Look(docket, target, seen, budget)
        found += [(place, number, one) for place, one in look.all() if counts(one, target)]
        single -= look.most
        if budget.left <= 0 or single <= 0:
            return None
    if max(Counter(place for place, _, _ in found).values(), default=0) > most:
        return None
    # Targets come in their order, and what a rule finds at one does too.
    found.sort(key=itemgetter(0, 1))
    for place, number, one in found:
        memory.found(one, docket.judge(place), targets[number])
    return [one for _, _, one in found]


@dataclass(slots=True)
class _Look:
    """All rules asked about one target. ``most`` is what that one took that took most now."""

    docket: Docket
    target: Target
    seen: Seen | None
    budget: Budget
    most: int = 0

    def all(self) -> Iterator[tuple[int, Finding]]:
        """The findings with the places of their rules."""
        seen = self.seen
        if seen is None:
            yield from self._ask(self.docket.of(self.target))
        elif seen.left is None:
            yield from self._first(self.docket.of(self.target), seen)
        else:
            yield from self._remembered(seen)
            yield from self._ask(seen.left)

    def _ask(self, places: Iterable[int]) -> Iterator[tuple[int, Finding]]:
        for place in places:
            before = self.budget.left
            for one in ask(self.docket.judge(place), self.target, self.budget):
                yield place, one
            self.most = max(self.most, before - self.budget.left)

    def _remembered(self, seen: Seen) -> Iterator[tuple[int, Finding]]:
        """What was found at the target before, where it is now."""
        if seen.kept and self.target.around is not None:
            around = self.target.around.place
            for place, kept in seen.kept:
                yield place, kept.moved(around.document, around.span.start)

    def _first(self, places: Iterable[int], seen: Seen) -> Iterator[tuple[int, Finding]]:
        """What rules find that have not been asked yet; what need not be asked again is noted."""
        left: list[int] = []
        kept: list[tuple[int, Kept]] = []
        budget = self.budget
        for place in places:
            judge = self.docket.judge(place)
            budget.own = own_conditions(judge.rule)
            before = budget.left, budget.open, budget.cut
            found = list(ask(judge, self.target, budget))
            yield from ((place, one) for one in found)
            steps = before[0] - budget.left
            self.most = max(self.most, steps)
            remembered = self._kept(found, judge.rule) if budget.open > before[1] or found else []
            if remembered is None or not budget.own or budget.cut > before[2]:
                left.append(place)
            else:
                kept += [(place, one) for one in remembered]
                seen.steps += steps
                seen.most = max(seen.most, steps)
        if budget.left > 0:
            seen.left, seen.kept = tuple(left), tuple(kept)

    def _kept(self, found: Sequence[Finding], rule: Rule) -> list[Kept] | None:
        """Findings of a rule as they are kept; None where it may find something else at a target with the same key."""
        around = self.target.around
        if not says_own(rule):
            return None
        kept = [None if around is None else keep(one, around.place) for one in found]
        return None if None in kept else [one for one in kept if one is not None]


class Docket:
    """Rules by the targets that they judge."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        self._rules = rules
        self._of: dict[tuple[str, str, object], tuple[int, ...]] = {}

    def of(self, target: Target) -> tuple[int, ...]:
        """The places of those that judge a target, and whose ``when`` may hold there."""
        key = target.kind, target.engine, target.plugin
        if key not in self._of:
            self._of[key] = tuple(
                place
                for place, rule in enumerate(self._rules)
                if rule.on in target.ons
                and rule.engine in (target.engine, "any")
                and (rule.plugins is None or target.plugin in rule.plugins)
            )
        return self._of[key]

    def judge(self, place: int) -> Judge:
        """A rule, ready to be asked."""
        return judge_of(self._rules[place])
