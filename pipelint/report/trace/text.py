"""A trace as text: the config's lines with how many events came and went; or each stage's work on one event."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pipelint.base.text.lines import lines_of
from pipelint.base.text.locate import locate
from pipelint.report.findings.parts.excerpt import shorten
from pipelint.report.look import Look
from pipelint.report.numbers import counted
from pipelint.report.printing.styled import BLANK, Line, Piece, Role, line, wrap
from pipelint.report.trace.json import record_text
from pipelint.trace.model import Event, Fate, Journey, Step

if TYPE_CHECKING:
    from pipelint.base.text.document import Document, Place
    from pipelint.graph.stage import Stage
    from pipelint.trace.run import Trace
    from pipelint.trace.tally import Reason, StageTally

_COUNT = 10
_LEFT = 2 * _COUNT
# Reasons of a stage that are shown.
_MOST_REASONS = 5
_SAID = {
    Fate.PASSED: "passed",
    Fate.FAILED: "failed",
    Fate.DROPPED: "dropped",
    Fate.HELD: "held",
    Fate.SENT: "sent",
    Fate.NOWHERE: "no stage takes it",
    Fate.UNKNOWN: "unknown from here",
}
_ROLES = {Fate.FAILED: Role.WARNING, Fate.UNKNOWN: Role.WARNING, Fate.NOWHERE: Role.WARNING, Fate.DROPPED: Role.INFO}


def trace_lines(trace: Trace, look: Look) -> Iterator[Line]:
    """All of a sample: each stage with the events that came and went, and why some did not go on."""
    found = trace.tally
    yield line(Piece(look.shown(trace.config.name), Role.STRONG))
    counts = f"{counted(found.lines, 'line')} of {trace.sample}, {counted(found.journeys, 'event')}"
    said = f"  {counts}, read by {_named(trace.source)}"
    yield line(Piece(look.shown(said), Role.FAINT))
    yield BLANK
    gutter = max((len(str(locate(stage.place).start.line)) for stage in trace.stages), default=1)
    yield line(Piece(f"{'in':>{_COUNT}}{'out':>{_COUNT}}   {'line':>{gutter}}", Role.FAINT))
    document = trace.config.documents[0]
    for stage in trace.stages:
        if document is not stage.place.document:
            document = stage.place.document
            yield line(Piece(look.shown(f"  in {_file(document)}"), Role.FAINT))
        if stage is trace.source and stage.index not in found.stages:
            # Its parser did all of its work.
            yield _head_line(f"{found.lines:>{_COUNT},}{'':{_COUNT}}", stage, gutter, Role.TEXT, look)
            continue
        yield from _stage_lines(stage, found.stages.get(stage.index), gutter, look)


def _stage_lines(stage: Stage, found: StageTally | None, gutter: int, look: Look) -> Iterator[Line]:
    role = Role.FAINT if found is None else Role.TEXT
    numbers = f"{'-':>{_COUNT}}{'-':>{_COUNT}}" if found is None else f"{found.came:>{_COUNT},}{found.given:>{_COUNT},}"
    yield _head_line(numbers, stage, gutter, role, look)
    if found is None:
        return
    reasons = sorted(found.reasons.values(), key=lambda reason: -reason.events)
    for reason in reasons[:_MOST_REASONS]:
        yield from _reason_lines(reason, stage, gutter, look)
    rest = sum(reason.events for reason in reasons[_MOST_REASONS:]) + found.others
    if rest:
        yield line(Piece(f"{rest:>{_LEFT},} others", Role.FAINT))


def _head_line(numbers: str, stage: Stage, gutter: int, role: Role, look: Look) -> Line:
    place = Piece(f"   {locate(stage.place).start.line:>{gutter}}  ", Role.GUTTER)
    return line(Piece(numbers, role), place, Piece(shorten(_head(stage, look), look.width - _LEFT - gutter - 5, look), role))


def _reason_lines(reason: Reason, stage: Stage, gutter: int, look: Look) -> Iterator[Line]:
    indent = _LEFT + gutter + 5
    where = "" if reason.place is None or reason.place == stage.place else f", at {_at(reason.place, stage.place.document)}"
    words = look.shown(f"{_SAID[reason.fate]}: {reason.text}{where} (first: line {reason.line:,})")
    first, *rest = wrap(words, max(look.width - indent, 20))
    yield line(Piece(f"{reason.events:>{_LEFT},}{'':{gutter + 5}}", Role.FAINT), Piece(first, _ROLES.get(reason.fate, Role.TEXT)))
    for row in rest:
        yield line(" " * indent, Piece(row, _ROLES.get(reason.fate, Role.TEXT)))


def journey_lines(trace: Trace, journey: Journey, texts: Sequence[bytes], look: Look) -> Iterator[Line]:
    """What each stage made of one event. ``texts`` are its lines."""
    which = f"line {journey.first:,}" if journey.first == journey.last else f"lines {journey.first:,} to {journey.last:,}"
    yield line(Piece(look.shown(f"{trace.config.name}: {which} of {trace.sample}"), Role.STRONG))
    for text in texts:
        yield line("  ", Piece(shorten(look.secrets.prose(text.decode("utf-8", "replace")), look.width - 2, look), Role.FAINT))
    before: tuple[Event, ...] = ()
    for step in journey.steps:
        yield BLANK
        yield from _step_lines(step, () if step.fate is Fate.SENT else before, look)
        before = step.events or before


def _step_lines(step: Step, before: tuple[Event, ...], look: Look) -> Iterator[Line]:
    document = step.stage.place.document
    number = locate(step.stage.place).start.line
    yield line(Piece(f"{number:>5}  ", Role.GUTTER), shorten(_head(step.stage, look), look.width - 7, look))
    where = "" if step.place is None or step.place == step.stage.place else f", at {_at(step.place, document)}"
    said = _SAID[step.fate] + (f": {step.reason}{where}" if step.reason else "")
    if step.events and step.events == before and not step.reason:
        yield line("       ", Piece(f"{said}, unchanged", Role.FAINT))
        return
    for row in wrap(look.shown(said), look.width - 7):
        yield line("       ", Piece(row, _ROLES.get(step.fate, Role.GOOD)))
    for event in step.events:
        old = before[0] if len(before) == len(step.events) == 1 else None
        labels = [f"{name} {value}" for name, value in (("tag", event.tag), ("time", event.time)) if value]
        if labels and (old is None or (old.tag, old.time) != (event.tag, event.time)):
            yield line("       ", Piece(look.shown(", ".join(labels)), Role.FAINT))
        for mark, text, role in _changes(old, event):
            for row in look.secrets.prose(text).split("\n"):
                yield line("       ", Piece(f"{mark}{look.shown(row)}", role))


def _changes(old: Event | None, event: Event) -> Iterator[tuple[str, str, Role]]:
    """The record, or the fields that differ from those of the event before: a mark, JSON, and what it is."""
    if old is None or not isinstance(old.record, dict) or not isinstance(event.record, dict):
        yield "", record_text(event.record), Role.TEXT
        return
    for name, value in old.record.items():
        if name not in event.record or event.record[name] != value:
            yield "- ", f"{record_text(name)}: {record_text(value)}", Role.OLD
    for name, value in event.record.items():
        if name not in old.record or old.record[name] != value:
            yield "+ ", f"{record_text(name)}: {record_text(value)}", Role.NEW


def _named(stage: Stage) -> str:
    return f"{stage.kind.value} {stage.plugin}, line {locate(stage.place).start.line}"


def _head(stage: Stage, look: Look) -> str:
    """The line of the config that a stage begins on, and its plugin where that is named elsewhere."""
    place = stage.place
    lines = lines_of(place.document.text)
    number = lines.line(place.span.start)
    start = lines.start(number)
    content = look.secrets.document(place.document, start, min(lines.end(number), start + 1_000)).decode("utf-8", "replace")
    return content.rstrip() if stage.plugin in content else f"{content.rstrip()}  {stage.plugin}"


def _at(place: Place, document: Document) -> str:
    found = locate(place).start
    file = "" if place.document is document else f"{_file(place.document)}:"
    return f"{file}line {found.line}, column {found.column}"


def _file(document: Document) -> str:
    return f"{document.file.path}: {document.part}" if document.part else document.file.path
