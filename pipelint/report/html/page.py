"""The report of a run as a page: a table of all configs where there are several, then each of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from pipelint.base.finding import Severity
from pipelint.report.drawing.svg import text
from pipelint.report.html.frame import messages, page
from pipelint.report.html.numbers import Numbers
from pipelint.report.html.section import Section, Studied
from pipelint.report.look import Look, message_of
from pipelint.report.printing.plain import render_plain
from pipelint.report.summary import summary

if TYPE_CHECKING:
    from pipelint.checker import Report

# The browser folds lines.
_WIDTH = 10_000
_HEADS = ("config", "engine", "events/s per CPU", "\u00b5s per event", "bottleneck", "errors", "warnings", "info", "with fixes")
_SEVERITIES = (Severity.ERROR, Severity.WARNING, Severity.INFO)


def render_report(report: Report, studied: Sequence[Studied]) -> str:
    """The page, with a line end. ``studied`` are the configs of the report."""
    look = Look(width=_WIDTH, configs=tuple(each.checked.config for each in studied))
    sections = [Section(each, f"c{number}", look) for number, each in enumerate(studied)]
    return page("pipelint report", _body(report, sections, look), {section.name: states(section.states) for section in sections})


def states(of: Sequence[Numbers]) -> list[Mapping[str, object]]:
    """The numbers of a config for the script: as it is, and of each fix what differs from that."""
    first = of[0]
    out: list[Mapping[str, object]] = [{"t": dict(first.texts), "b": dict(first.bars), "e": dict(first.widths)}]
    for each in of[1:]:
        # A stage that is gone has no texts.
        now = {key: each.texts.get(key, "-") for key in {**first.texts, **each.texts}}
        texts = {key: said for key, said in now.items() if said != first.texts.get(key)}
        bars = {key: bar for key, bar in each.bars.items() if bar != first.bars.get(key)}
        widths = {key: width for key, width in each.widths.items() if width != first.widths.get(key)}
        out.append({"t": texts, "b": bars, "e": widths})
    return out


def _body(report: Report, sections: Sequence[Section], look: Look) -> Iterator[str]:
    yield f'<p class="total">{text(render_plain([summary(report)]).strip())}</p>'
    yield from messages("Not read", (look.shown(f"{each.path}: {message_of(each)}") for each in report.problems))
    if len(sections) > 1:
        yield from _table(sections)
    for section in sections:
        yield from section.html()
    yield from messages("Notes", (look.shown(f"{each.path}: {message_of(each)}") for each in report.notes if each.important))


def _table(sections: Sequence[Section]) -> Iterator[str]:
    """All configs, a row each, which the script can sort."""
    yield '<div class="wide" tabindex="0" role="region" aria-label="all configs"><table class="sortable">'
    yield "<caption>All configs</caption><thead><tr>"
    yield "".join(f'<th scope="col">{head}</th>' for head in _HEADS)
    yield "</tr></thead><tbody>"
    for section in sections:
        yield f'<tr data-k="{section.name}">{"".join(_cells(section))}</tr>'
    yield "</tbody></table></div>"


def _cells(section: Section) -> Iterator[str]:
    checked = section.checked
    texts, found = section.states[0].texts, checked.estimate
    yield f'<th scope="row"><a href="#{section.name}">{text(section.title)}</a></th>'
    yield f"<td>{text(checked.config.engine.name)}</td>"
    for key, value in (
        ("rate", None if found is None else found.events_per_cpu_second.mid),
        ("us", None if found is None else found.us_per_event.mid),
    ):
        yield f'<td class="num" data-v="{-1 if value is None else value}" data-c="{key}">{text(texts.get(key, "-"))}</td>'
    yield f'<td data-c="worst">{text(texts.get("worst", "-"))}</td>'
    for severity in _SEVERITIES:
        count = sum(each.severity is severity for each in section.findings)
        mark = f'<span class="mark {severity.word}">{count}</span>' if count else "0"
        yield f'<td class="num" data-v="{count}">{mark}</td>'
    gains = [*(each.gain for each in checked.joint), *(each.gain for each in section.findings if each.gain is not None)]
    best = max((gain.ratio for gain in gains), default=1.0)
    yield f'<td class="num" data-v="{best}">{f"{best:.1f}x" if best > 1 else "-"}</td>'
