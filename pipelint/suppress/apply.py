"""Applies suppression comments: the findings that are left, and what became of each rule that a comment names."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator, Sequence

from pipelint.analysis.suppressions import SuppressionFact
from pipelint.base.finding import Finding
from pipelint.base.lines import lines_of
from pipelint.base.record import dataclass
from pipelint.rules.rule import Rule
from pipelint.rules.select import names_rule
from pipelint.suppress.comments import Comment, Selector


@dataclass(frozen=True, slots=True)
class Applied:
    """The findings that no comment hides, those that one hides, and a fact for each rule that a comment names."""

    findings: tuple[Finding, ...]
    hidden: tuple[Finding, ...]
    facts: tuple[SuppressionFact, ...]


def apply(
    findings: Sequence[Finding],
    comments: Sequence[Comment],
    rules: Sequence[Rule],
    asked: Sequence[Rule],
    today: datetime.date,
) -> Applied:
    """Sorts ``findings`` by whether a comment of ``comments`` hides them on the day ``today``.

    ``rules`` are all that a comment may name; one that names only rules which were not ``asked`` is not called unused.
    """
    if not comments:
        return Applied(tuple(findings), (), ())
    used: set[Selector] = set()
    left: list[Finding] = []
    hidden: list[Finding] = []
    for finding in findings:
        by = [selector for comment in comments for selector in _hiding(comment, finding, today)]
        used.update(by)
        (hidden if by else left).append(finding)
    facts = [fact for comment in comments for fact in _facts(comment, used, rules, asked, today)]
    return Applied(tuple(left), tuple(hidden), tuple(facts))


def _hiding(comment: Comment, finding: Finding, today: datetime.date) -> Iterator[Selector]:
    """The selectors of a comment that hide a finding."""
    place = finding.place
    if comment.malformed or comment.document is not place.document or _expired(comment, today):
        return
    if comment.line is None or comment.line == lines_of(place.document.text).line(place.span.start):
        yield from (s for s in comment.selectors if names_rule(s.text, finding.code, finding.name))


def _expired(comment: Comment, today: datetime.date) -> bool:
    """Whether a comment that is well-formed has had its last day."""
    return bool(comment.until) and datetime.date.fromisoformat(comment.until) < today


def _facts(
    comment: Comment, used: set[Selector], rules: Iterable[Rule], asked: Iterable[Rule], today: datetime.date
) -> Iterator[SuppressionFact]:
    whole = comment.line is None
    if comment.malformed:
        yield SuppressionFact("", comment.until, comment.reason, "malformed", comment.malformed, whole, comment.place)
        return
    for selector in comment.selectors:
        state = "used"
        if not any(names_rule(selector.text, rule.code, rule.name) for rule in rules):
            state = "unknown"
        elif _expired(comment, today):
            state = "expired"
        elif selector not in used:
            was_asked = any(names_rule(selector.text, rule.code, rule.name) for rule in asked)
            state = "unused" if was_asked else "unasked"
        yield SuppressionFact(selector.text, comment.until, comment.reason, state, "", whole, selector.place)
