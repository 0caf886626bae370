"""The annotated listing: each stage's lines of the config beside what it costs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipelint.base.block import Param
from pipelint.base.text.document import Document, Place
from pipelint.base.text.lines import lines_of
from pipelint.base.text.locate import locate
from pipelint.cost.events.work import Grade
from pipelint.report.findings.parts.excerpt import shorten
from pipelint.report.look import Look
from pipelint.report.numbers import events, micros, percent
from pipelint.report.printing.styled import Line, Piece, Role, line

if TYPE_CHECKING:
    from pipelint.cost.estimate import Estimate, StageCost
    from pipelint.cost.interval import Interval
    from pipelint.graph.stage import Stage, StageGraph
    from pipelint.language.config import Config

# Widths of the columns: µs/event, low .. high, share, running total, events.
_US, _RANGE, _SHARE, _TOTAL, _EVENTS = 8, 19, 5, 8, 8
# From which width on there is room for the running total, and for low .. high.
_WITH_TOTAL, _WITH_RANGE = 90, 72


def listing(config: Config, found: Estimate, look: Look) -> Iterator[Line]:
    """The stages of ``config`` in source order, each with its opening line and the line that names its plugin.

    Stages that no event reaches have dashes. The total comes last.
    """
    graph = config.graph
    costs = {cost.stage.index: cost for cost in found.stages}
    gutter = max((len(str(locate(stage.place).start.line)) for stage in graph.stages), default=1)
    head = _cells(look, look.micro + "/event", "      low .. high", "share", "total", "events")
    yield line(Piece(f"{head}   {'line':>{gutter}}", Role.FAINT))
    total = 0.0
    document = config.documents[0]
    dearest = found.bottleneck
    for stage in graph.stages:
        if document is not stage.place.document:
            document = stage.place.document
            yield _document_line(document, look)
        cost = costs.get(stage.index)
        total += 0.0 if cost is None else cost.us_per_event.mid
        yield from _stage_lines(stage, cost, total, dearest, graph, gutter, look)
    yield _total_line(found, gutter, look)
    if any(abs(cost.events - 1) >= 0.005 for cost in found.stages):
        yield line(Piece("events: number that reaches the stage per line read", Role.FAINT))


def _stage_lines(
    stage: Stage, cost: StageCost | None, total: float, dearest: StageCost | None, graph: StageGraph, gutter: int, look: Look
) -> Iterator[Line]:
    numbers, role = _numbers(cost, total, look), _role(cost, dearest)
    remark, remark_role = _remark(cost, dearest, look)
    flat = stage.parent is not None and graph.stages[stage.parent].block is stage.block
    place, text = _flat_row(stage, look) if flat else _row(stage.place, look)
    yield line(
        Piece(numbers, role),
        Piece(f"   {place:>{gutter}}  ", Role.GUTTER),
        Piece(shorten(text, look.width - len(numbers) - gutter - 5 - (len(remark) + 2 if remark else 0), look), role),
        Piece(f"  {remark}" if remark else "", remark_role),
    )
    named = None if flat else _plugin_param(stage)
    if named is not None and _row(named.name_place, look)[0] != place:
        number, text = _row(named.name_place, look)
        shown = shorten(text, look.width - len(numbers) - gutter - 5, look)
        yield line(" " * len(numbers), Piece(f"   {number:>{gutter}}  ", Role.GUTTER), Piece(shown, role))


def _numbers(cost: StageCost | None, total: float, look: Look) -> str:
    if cost is None:
        return _cells(look, "-", "", "-", "-", "-")
    us = cost.us_per_event
    return _cells(look, micros(us.mid), _range(us), percent(cost.share), micros(total), events(cost.events))


def _cells(look: Look, us: str, ends: str, share: str, total: str, count: str) -> str:
    """A row, with as many columns as the width has room for."""
    shown = f"{us:>{_US}}" + (f"{ends:{_RANGE}}" if look.width >= _WITH_RANGE else "  ") + f"{share:>{_SHARE}}"
    return shown + (f"{total:>{_TOTAL}}" if look.width >= _WITH_TOTAL else "") + f"{count:>{_EVENTS}}"


def _role(cost: StageCost | None, dearest: StageCost | None) -> Role:
    if cost is None:
        return Role.FAINT
    return Role.STRONG if cost is dearest else Role.TEXT


def _remark(cost: StageCost | None, dearest: StageCost | None, look: Look) -> tuple[str, Role]:
    if cost is None:
        return "no events", Role.FAINT
    grade = "measured here" if cost.here else "" if cost.grade is Grade.MEASURED else cost.grade.name.lower()
    if cost is dearest:
        return f"{look.mark('◀', '<')} bottleneck{grade and f', {grade}'}", Role.ERROR
    return grade, Role.GOOD if cost.here else Role.WARNING


def _row(place: Place, look: Look) -> tuple[int, str]:
    """The line of the file that a place starts on, and the config's text of that line, its columns no wider than their words."""
    lines = lines_of(place.document.text)
    number = lines.line(place.span.start)
    start = lines.start(number)
    content = look.secrets.document(place.document, start, min(lines.end(number), start + 1_000))
    return locate(place).start.line, re.sub(r"(?<=\S) {2,}", " ", content.decode("utf-8", "replace"))


def _flat_row(stage: Stage, look: Look) -> tuple[int, str]:
    """A part that has no section of its own: the parameter that names it, or the words for what is understood."""
    named = _plugin_param(stage)
    if named is not None:
        return _row(named.name_place, look)
    return locate(stage.place).start.line, f"  ({stage.kind.value}: {stage.plugin})"


def _plugin_param(stage: Stage) -> Param | None:
    """The parameter whose value is the plugin's name: the ``@type`` line, where there is one."""
    return next((param for param in stage.block.params.values() if param.value == stage.plugin != ""), None)


def _document_line(document: Document, look: Look) -> Line:
    said = f"{document.file.path}: {document.part}" if document.part else document.file.path
    return line(Piece(f"  in {shorten(said, look.width - 5, look)}", Role.FAINT))


def _total_line(found: Estimate, gutter: int, look: Look) -> Line:
    said = f"{look.micro} of CPU per event"
    return line(
        Piece(_cells(look, micros(found.us_per_event.mid), _range(found.us_per_event), "", "", ""), Role.STRONG),
        f"{'':{gutter}}     ",
        Piece(said, Role.STRONG),
    )


def _range(us: Interval) -> str:
    return f"   {micros(us.low):>6} .. {micros(us.high):<6}"
