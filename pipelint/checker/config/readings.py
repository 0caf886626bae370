"""Findings in a template: those that hold in all of its readings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from pipelint.base.finding import Finding
from pipelint.base.lean.record import replace
from pipelint.base.limits import listening
from pipelint.base.text.document import Place
from pipelint.base.text.span import Span

if TYPE_CHECKING:
    from pipelint.checker.config.findings import Sorted
    from pipelint.language.config import Config


def agreed(config: Config, found: Sorted, judge: Callable[[Config], Sorted]) -> Sorted:
    """What of ``found`` each other reading finds, too, that has its place. ``judge`` says what it finds.

    After a fix the other readings are not known, and nothing is found.
    """
    if not set(config.documents) & set(config.entry.documents):
        return replace(found, findings=(), hidden=())
    findings, hidden = _in_text(found.findings, config), _in_text(found.hidden, config)
    for reading in config.entry.readings if findings or hidden else ():
        with listening():  # what is left out of it is no note of the config
            other = config.engine.load(reading)
            if other.errors and not config.errors:
                continue  # the template is never filled in like that
            said = judge(other)
        known = {_key(each) for each in (*said.findings, *said.hidden)}
        findings = [each for each in findings if _key(each) in known or not _has(other, each)]
        hidden = [each for each in hidden if _key(each) in known or not _has(other, each)]
    return replace(found, findings=tuple(findings), hidden=tuple(hidden))


def _in_text(findings: Sequence[Finding], config: Config) -> list[Finding]:
    """Those that do not say of a line in which a template puts something that it breaks the syntax: nobody knows that."""
    broken = {id(problem.place.document) for problem in config.errors if not problem.mended}
    errors = {id(problem.place) for problem in config.errors}

    def asked(finding: Finding) -> bool:
        return id(finding.place.document) in broken or id(finding.place) in errors

    return [each for each in findings if not asked(each) or not _is_filled_in(each.place)]


def _is_filled_in(place: Place) -> bool:
    text = place.document.text
    start, end = text.rfind(b"\n", 0, place.span.start) + 1, text.find(b"\n", place.span.end)
    lines = Span(start, len(text) if end < 0 else end)
    return any(not piece.verbatim for piece in place.document.map.pieces(lines))


def _key(finding: Finding) -> tuple[str, int]:
    return finding.code, finding.place.file_span.start


def _has(config: Config, finding: Finding) -> bool:
    """Whether a reading has the place of a finding."""
    offset = finding.place.file_span.start
    return any(document.map.holds(offset) for document in config.documents)
