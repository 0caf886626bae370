"""Findings in a template: those that hold in all of its readings which have their place."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from pipelint.base.finding import Finding
from pipelint.base.lean.once import cached_property
from pipelint.base.lean.record import dataclass, replace
from pipelint.base.limits import listening
from pipelint.base.text.document import Place
from pipelint.base.text.span import Span

if TYPE_CHECKING:
    from pipelint.checker.config.findings import Sorted
    from pipelint.language.config import Config


def agreed(config: Config, found: Sorted, judge: Callable[[Config], Sorted]) -> Sorted:
    """What each reading finds that has its place: of ``found``, and of places that only others have (an else). ``judge`` judges.

    After a fix the other readings are not known, and nothing is found.
    """
    if not set(config.documents) & set(config.entry.documents):
        return replace(found, findings=(), hidden=())
    read = [_Read(config, _in_text(found.findings, config), _in_text(found.hidden, config))]
    for reading in config.entry.readings:
        with listening():  # what is left out of it is no note of the config
            other = config.engine.load(reading)
            if other.errors and not config.errors:
                continue  # the template is never filled in like that
            said = judge(other)
        read.append(_Read(other, _in_text(said.findings, other), _in_text(said.hidden, other)))
    return replace(found, findings=tuple(_held(read, "findings")), hidden=tuple(_held(read, "hidden")))


@dataclass(frozen=True)
class _Read:
    """A reading, and what is found in it."""

    config: Config
    findings: list[Finding]
    hidden: list[Finding]

    @cached_property
    def known(self) -> set[tuple[str, int]]:
        """What of all that is found where."""
        return {_key(each) for each in (*self.findings, *self.hidden)}


def _held(read: Sequence[_Read], what: str) -> Iterator[Finding]:
    """What is found in every reading that has its place, each time in the first of them."""
    for number, one in enumerate(read):
        others = [*read[:number], *read[number + 1 :]]
        for each in one.findings if what == "findings" else one.hidden:
            first = not any(_has(before.config, each) for before in read[:number])
            written = not number or _is_written(each.place)
            if first and written and all(_key(each) in other.known or not _has(other.config, each) for other in others):
                yield each


def _in_text(findings: Sequence[Finding], config: Config) -> list[Finding]:
    """Those that do not say of a line in which a template puts something that it breaks the syntax: nobody knows that."""
    broken = {id(problem.place.document) for problem in config.errors if not problem.mended}
    errors = {id(problem.place) for problem in config.errors}

    def asked(finding: Finding) -> bool:
        return id(finding.place.document) in broken or id(finding.place) in errors

    return [each for each in findings if not asked(each) or not _is_filled_in(each.place)]


def _is_written(place: Place) -> bool:
    """Whether a place begins in the file as it does in the text: what a loop repeats is said of its first time."""
    start = place.span.start
    return all(piece.verbatim for piece in place.document.map.pieces(Span(start, start + 1)))


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
