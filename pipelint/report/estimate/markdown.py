"""Estimates as Markdown, for a page or a comment on a pull request."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipelint.base.text.locate import locate
from pipelint.report.estimate.demand import demand_table, total_table
from pipelint.report.joint import joint_lines
from pipelint.report.look import message_of
from pipelint.report.markdown import LOOK, as_code, as_text
from pipelint.report.numbers import micros, percent, rate
from pipelint.report.printing.plain import render_plain
from pipelint.report.table import Table

if TYPE_CHECKING:
    from pipelint.checker import Checked, Report
    from pipelint.cost.estimate import Estimate


def render_markdown(report: Report) -> str:
    """A part for each config, then what they take together, with a line end."""
    lines = [line for checked in report.checked for line in _lines(checked)]
    if (total := total_table(report.checked)) is not None:
        lines += ["### pipelint: all configs", "", total.markdown()]
    lines += [f"- not read: {as_text(each.path)}: {as_text(message_of(each))}" for each in report.problems]
    lines += [f"- {as_text(each.path)}: {as_text(message_of(each))}" for each in report.notes if each.important]
    return "\n".join(lines).rstrip("\n") + "\n"


def _lines(checked: Checked) -> Iterator[str]:
    found = checked.estimate
    yield f"### pipelint: {as_code(checked.config.name)}"
    yield ""
    if found is None:
        yield "no estimate"
        yield ""
        return
    rates = found.events_per_cpu_second
    yield f"**{rate(rates.mid)}** ({rate(rates.low)} .. {rate(rates.high)}) events/s per CPU"
    yield from (as_text(row) for row in render_plain(joint_lines(checked.joint)).splitlines())
    yield ""
    if (table := demand_table(checked)) is not None:
        yield table.markdown()
    yield _stages(found).markdown()
    yield from (f"- assumed: {as_text(said)}" for said in found.assumptions)
    yield ""


def _stages(found: Estimate) -> Table:
    """The stages, the dearest first."""
    rows = (
        (
            micros(cost.us_per_event.mid),
            f"{micros(cost.us_per_event.low)} .. {micros(cost.us_per_event.high)}",
            percent(cost.share),
            f"{cost.stage.kind.value} {cost.stage.plugin[:40]}",
            f"{cost.stage.place.document.file.path}:{locate(cost.stage.place).start.line}",
            cost.grade.name.lower(),
        )
        for cost in sorted(found.stages, key=lambda cost: -cost.us_per_event.mid)
    )
    us = found.us_per_event
    total = (micros(us.mid), f"{micros(us.low)} .. {micros(us.high)}", "", "", "", "")
    return Table((f">{LOOK.micro}/event", "low .. high", ">share", "stage", "line", "known"), tuple(rows), total)
