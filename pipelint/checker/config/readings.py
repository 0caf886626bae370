"""Findings in a template: those that hold in all of its readings that have their place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from pipelint.base.finding import Finding
from pipelint.base.lean.record import dataclass, replace
from pipelint.base.limits import listening
from pipelint.base.text.document import Place
from pipelint.base.text.span import Span

if TYPE_CHECKING:
    from pipelint.checker.config.findings import Sorted
    from pipelint.language.config import Config


def agreed(config: Config, found: Sorted, judge: Callable[[Config], Sorted]) -> Sorted:
    """What of ``found`` each other reading finds, too, that has its place, and so what another reading finds elsewhere.

    ``judge`` says what a reading finds.

    After a fix the other readings are not known, and nothing is found.
    """
    if not set(config.documents) & set(config.entry.documents):
        return replace(found, findings=(), hidden=())
    said = [_Said.of(config, found)]
    for reading in config.entry.readings:
        with listening():  # what is left out of it is no note of the config
            other = config.engine.load(reading)
            if other.errors and not config.errors:
                continue  # the template is never filled in like that
            said.append(_Said.of(other, judge(other)))
    findings, hidden = (_in_text(each, config) for each in (found.findings, found.hidden))
    elsewhere = [replace(each, fix=None) for each in _elsewhere(said)]
    return replace(found, findings=(*_held(findings, said), *elsewhere), hidden=tuple(_held(hidden, said)))


@dataclass(frozen=True, slots=True)
class _Said:
    """What is found in one reading; ``known``: the keys of that, with what comments hide."""

    config: Config
    findings: tuple[Finding, ...]
    known: frozenset[tuple[str, int]]

    @classmethod
    def of(cls, config: Config, found: Sorted) -> _Said:
        """What is found in ``config``."""
        return cls(config, found.findings, frozenset(map(_key, (*found.findings, *found.hidden))))

    def agrees(self, finding: Finding) -> bool:
        """Whether it has the finding, too, or not its place."""
        return _key(finding) in self.known or not _has(self.config, finding)


def _held(findings: Iterable[Finding], said: Sequence[_Said]) -> list[Finding]:
    return [each for each in findings if all(one.agrees(each) for one in said)]


def _elsewhere(said: Sequence[_Said]) -> Iterator[Finding]:
    """What is found in text that the first reading lacks: in the other branch of a condition."""
    known: set[tuple[str, int]] = set()
    for number, one in enumerate(said[1:], 1):
        # What a loop repeats has no place of its own.
        own = [each for each in one.findings if each.place.document in one.config.documents and _has(one.config, each)]
        found = [each for each in own if not _has(said[0].config, each)]
        # A reading before this one has told of the places that it has.
        new = [
            each for each in found if _key(each) not in known and not any(_has(other.config, each) for other in said[1:number])
        ]
        known.update(map(_key, new))
        yield from _held(_in_text(new, one.config), said)


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
