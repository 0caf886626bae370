"""Runs rules on the targets of a config: findings with their fixes."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from pipelint.base.finding import Finding
from pipelint.base.limits import left_out
from pipelint.base.running.turns import pause
from pipelint.rules.asking import Budget, ask, counts, identity
from pipelint.rules.judge import Judge, judge_of
from pipelint.rules.rule import Rule
from pipelint.rules.select import Selection, UnknownSelector
from pipelint.rules.target import Target, Targets

if TYPE_CHECKING:
    from pipelint.rules.editing.again import Said

__all__ = ["RULE_STEPS", "RUN_STEPS", "Selection", "Target", "UnknownSelector", "findings_of", "run", "run_again", "run_more"]

RULE_STEPS = 4_000_000  # one rule on one config; about 0.4 s. The largest real config takes 54,000.
RUN_STEPS = 24_000_000  # all rules on one config; a Logstash pipeline of 5,000 lines takes 11.5 million, in about a second
MOST_FINDINGS = 1_000  # of one rule on one config


def run(rules: Iterable[Rule], targets: Iterable[Target], selection: Selection | None = None) -> list[Finding]:
    """The findings of all rules, or of those of ``selection``, rule by rule, each once.

    A rule does not fire where its ``when`` or ``at`` ends in an error. A rule that takes too many steps, or finds too much, is
    stopped, which is a note (``left_out``). Raises UnknownSelector.
    """
    chosen = rules if selection is None else selection.choose(rules)
    return _once(_in_order(Targets(targets).by_rule(tuple(chosen))))


def run_again(rules: Sequence[Rule], targets: Sequence[Target]) -> list[Finding]:
    """The same of a version of a config after which others will come: what it notes at sections need not be asked again."""
    said = run_more(rules, targets)
    found = None if said is None else findings_of(said)
    return run(rules, targets) if found is None else found


def run_more(rules: Sequence[Rule], targets: Iterable[Target], before: Said | None = None) -> Said | None:
    """What rules say of some targets of such a version, and what they said ``before`` of others; None where ``run`` must."""
    # Imported here, as below: a check asks once.
    from pipelint.rules.editing.again import nothing_said, say_more

    return say_more(tuple(rules), targets, before or nothing_said(RULE_STEPS, RUN_STEPS))


def findings_of(said: Said) -> list[Finding] | None:
    """The findings, each once; None where ``run`` has to say where they end."""
    found = said.findings(MOST_FINDINGS)
    return None if found is None else _once(found)


def _once(findings: Iterable[Finding]) -> list[Finding]:
    """Of findings that say the same the one whose other places come first, in whichever order the targets were asked."""
    once: dict[Hashable, Finding] = {}
    for found in findings:
        known = once.setdefault(identity(found), found)
        if known is not found and _starts(found) < _starts(known):
            once[identity(found)] = found
    return list(once.values())


def _starts(finding: Finding) -> list[int]:
    return [each.place.span.start for each in finding.related]


def _in_order(judged: Iterable[tuple[Rule, Sequence[Target]]]) -> Iterator[Finding]:
    """Rule by rule, each within what the ones before it have left."""
    left = RUN_STEPS
    for rule, targets in judged:
        if left <= 0:
            left_out(f"the rules take too many steps on this config: {rule.code} and the rules after it were not run")
            return
        judge = judge_of(rule)
        asked = _possible(judge, targets)
        if not asked:
            continue
        budget = Budget(min(left, RULE_STEPS))
        allowed = budget.left
        yield from _judge_all(judge, asked, budget)
        left -= allowed - budget.left


def _possible(judge: Judge, targets: Sequence[Target]) -> Sequence[Target]:
    """Those of which attributes do not already say that the rule finds nothing, and enough is known. Most rules have none."""
    for name, holds in judge.first_gates:
        targets = [target for target in targets if holds(target.variables[name])]
        if not targets:
            break
    return [target for target in targets if target.judged_by(judge)]


def _judge_all(judge: Judge, asked: Sequence[Target], budget: Budget) -> Iterator[Finding]:
    left, code = MOST_FINDINGS, judge.rule.code
    start = len(judge.first_gates) if judge.element is None else 0
    for target in asked:
        if budget.left <= 0:
            left_out(f"{code} takes too many steps on this config: the rest of it was not checked by this rule")
            return
        pause()
        for found in ask(judge, target, budget, start):
            if not counts(found, target):
                continue
            if not left:
                left_out(f"{code} has {MOST_FINDINGS:,} findings: the rest of the config was not checked by this rule")
                return
            left -= 1
            yield found
