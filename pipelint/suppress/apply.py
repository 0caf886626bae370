"""Applies suppression comments: the findings that are left, and what became of each rule that a comment names."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator, Mapping, Sequence

from pipelint.base.finding import Finding
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Place
from pipelint.base.text.lines import lines_of
from pipelint.facts.suppressions import SuppressionFact
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
    # By document and line those that speak of the line; of a whole document under the line 0.
    speaking: dict[tuple[int, int], list[Comment]] = {}
    for comment in comments:
        if not comment.malformed and not _expired(comment, today):
            speaking.setdefault((id(comment.document), comment.line or 0), []).append(comment)
    for finding in findings:
        by = [selector for comment in _near(finding.place, speaking) for selector in _hiding(comment, finding)]
        used.update(by)
        (hidden if by else left).append(finding)
    named = {selector.text: _named(selector.text, rules, asked) for comment in comments for selector in comment.selectors}
    facts = [fact for comment in comments for fact in _facts(comment, used, named, today)]
    return Applied(tuple(left), tuple(hidden), tuple(facts))


def _near(place: Place, speaking: Mapping[tuple[int, int], Sequence[Comment]]) -> Iterator[Comment]:
    """The comments that speak of a place."""
    document = id(place.document)
    yield from speaking.get((document, 0), ())
    yield from speaking.get((document, lines_of(place.document.text).line(place.span.start)), ())


def _hiding(comment: Comment, finding: Finding) -> Iterator[Selector]:
    """The selectors of a comment that name the rule of a finding."""
    return (selector for selector in comment.selectors if names_rule(selector.text, finding.code, finding.name))


def _expired(comment: Comment, today: datetime.date) -> bool:
    """Whether a comment that is well-formed has had its last day."""
    return bool(comment.until) and datetime.date.fromisoformat(comment.until) < today


@dataclass(frozen=True, slots=True)
class _Named:
    """Whether a selector names a rule, and one that was asked."""

    known: bool
    asked: bool


def _named(text: str, rules: Iterable[Rule], asked: Iterable[Rule]) -> _Named:
    return _Named(*(any(names_rule(text, rule.code, rule.name) for rule in some) for some in (rules, asked)))


def _facts(comment: Comment, used: set[Selector], named: Mapping[str, _Named], today: datetime.date) -> Iterator[SuppressionFact]:
    whole = comment.line is None
    if comment.malformed:
        yield SuppressionFact("", comment.until, comment.reason, "malformed", comment.malformed, whole, comment.place)
        return
    for selector in comment.selectors:
        state = "used"
        if not named[selector.text].known:
            state = "unknown"
        elif _expired(comment, today):
            state = "expired"
        elif selector not in used:
            state = "unused" if named[selector.text].asked else "unasked"
        yield SuppressionFact(selector.text, comment.until, comment.reason, state, "", whole, selector.place)
