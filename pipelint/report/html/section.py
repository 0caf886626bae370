"""The part of a page on one config: its numbers, switches for its fixes, the drawing beside the config, tables, findings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pipelint.base.finding import Finding, Safety
from pipelint.base.lean.record import dataclass
from pipelint.base.text.locate import locate
from pipelint.checker.result import Checked, folded
from pipelint.report.drawing.figures import figures
from pipelint.report.drawing.scene import Scene, findings_of, scene
from pipelint.report.drawing.svg import svg, text
from pipelint.report.estimate.text import estimate_head, no_estimate
from pipelint.report.findings.parts.finding_lines import SAFETY
from pipelint.report.html.findings import finding_list
from pipelint.report.html.listing import listing
from pipelint.report.html.numbers import Numbers, no_texts, numbers, numbers_with
from pipelint.report.look import Look
from pipelint.report.numbers import counted, gained
from pipelint.report.printing.plain import render_plain

if TYPE_CHECKING:
    from pipelint.checker.trial.what_if import Flows, WhatIf

_SUMMARY = (
    ("rate", "Events/s per CPU"),
    ("us", "\u00b5s of CPU per event"),
    ("worst", "Bottleneck"),
    ("capacity", "Within the CPU limit"),
    ("grades", "How well it is known"),
    ("free", "What would change it"),
    ("new", "New with the fix"),
    ("seen", "Seen in samples"),
    ("assumed", "Assumed"),
)
_COLUMNS = (("us", "\u00b5s/event"), ("range", "low .. high"), ("share", "share"), ("events", "events"), ("grade", "known from"))


@dataclass(frozen=True, slots=True)
class Studied:
    """A config that was checked, with what goes along its edges, and what it would be with fixes."""

    checked: Checked
    flows: Flows
    what_ifs: tuple[WhatIf, ...] = ()


class Section:
    """One config on the page. ``name`` begins all ids in it; ``states`` are its numbers, as it is and with each fix."""

    def __init__(self, studied: Studied, name: str, look: Look) -> None:
        self.checked, self.name, self._look = studied.checked, name, look
        self._what_ifs = studied.what_ifs
        config = self.checked.config
        self.findings = folded(self.checked.findings)
        today = figures(config.graph, self.checked.estimate, studied.flows)
        self.drawn: Scene = scene(config, today, self.checked.findings, look)
        self.states: list[Numbers] = [numbers(self.checked, self.drawn, look)]
        self.states += [numbers_with(each, self.checked, self.drawn, look) for each in studied.what_ifs]

    @property
    def title(self) -> str:
        """The config's name as it may be shown."""
        return self._look.shown(self.checked.config.name)

    def html(self) -> Iterator[str]:
        """All of it, as a section."""
        yield f'<section class="config" id="{self.name}" aria-labelledby="{self.name}h">'
        yield f'<h2 id="{self.name}h">{text(self.title)}</h2>'
        yield from self._head()
        yield '<div class="top">'
        yield from self._summary()
        yield from self._switches()
        yield '</div><div class="panes">'
        yield f'<div class="pane drawing" tabindex="0" role="region" aria-label="drawing of {text(self.title)}">'
        yield from svg(self.drawn, f"stages of {self.title}", lambda index: (f"{self.name}b{index}", f"{self.name}l{index}"))
        yield f'</div><div class="pane" tabindex="0" role="region" aria-label="lines of {text(self.title)}">'
        yield from listing(self.checked.config, self.findings, self._texts(), self.name, self._look)
        yield "</div></div>"
        yield from self._stages()
        yield f"<h3>{counted(len(self.findings), 'finding')}</h3>"
        yield from finding_list(self.findings, self._owners(self.findings), self.name, self._look)
        yield "</section>"

    def _texts(self) -> dict[str, str]:
        return {**no_texts(self.checked.config.graph), **self.states[0].texts}

    def _owners(self, findings: Sequence[Finding]) -> dict[int, int]:
        """By the number of a finding the box that it stands in."""
        by_box = findings_of(self.checked.config.graph, findings)
        owner = {id(finding): box for box, found in by_box.items() for finding in found}
        return {number: owner[id(each)] for number, each in enumerate(findings) if id(each) in owner}

    def _head(self) -> Iterator[str]:
        head = render_plain(estimate_head(self.checked, self._look)).splitlines()[1:]
        yield f'<p class="faint">{"<br>".join(text(row.strip()) for row in head)}</p>'
        if self.checked.estimate is None:
            yield f'<p class="note">{text(no_estimate(self.checked))}</p>'

    def _summary(self) -> Iterator[str]:
        if self.checked.estimate is None:
            return
        texts = self.states[0].texts
        yield "<dl>"
        for key, words in _SUMMARY:
            if any(state.texts.get(key) for state in self.states):
                said = "<br>".join(text(row) for row in texts[key].split("\n"))
                yield f'<dt>{words}</dt><dd data-c="{key}">{said}</dd>'
        yield "</dl>"

    def _switches(self) -> Iterator[str]:
        if not self._what_ifs:
            return
        yield '<fieldset class="switches"><legend>What if a fix were made, or several together: all numbers follow</legend>'
        yield self._switch(0, "<b>as it is</b>")
        for number, each in enumerate(self._what_ifs, 1):
            yield self._switch(number, f"<b>{self._switch_name(each)}</b>: {text(gained(each.gain))}")
        yield "</fieldset>"

    def _switch(self, number: int, words: str) -> str:
        checked = " checked" if number == 0 else ""
        return f'<label><input type="radio" name="{self.name}" value="{number}"{checked}> <span>{words}</span></label>'

    def _switch_name(self, what_if: WhatIf) -> str:
        if what_if.level is not None:
            codes = ", ".join(dict.fromkeys(finding.code for finding in what_if.findings))
            safe = "all safe" if what_if.level is Safety.SAFE else "some unsafe"
            return f"{what_if.gain.fixes} fixes together, {safe}: {text(codes)}"
        first = what_if.findings[0]
        title = "" if first.fix is None else self._look.shown(first.fix.title)
        lines = ", ".join(dict.fromkeys(str(locate(each.place).start.line) for each in what_if.findings[:4]))
        more = f" and {len(what_if.findings) - 4} more" if len(what_if.findings) > 4 else ""
        safety = "" if first.fix is None else f", {SAFETY[first.fix.safety]}"
        return f"{text(first.code)} {text(title)} (line {lines}{more}{safety})"

    def _stages(self) -> Iterator[str]:
        """The drawing as a table."""
        graph, texts = self.checked.config.graph, self._texts()
        comes: dict[int, list[str]] = {}
        for link in self.drawn.links:
            key = f"e{link.source}-{link.target}"
            share = f' <span data-c="{key}">{text(texts.get(key, ""))}</span>'
            comes.setdefault(link.target, []).append(f"line {locate(graph.stages[link.source].place).start.line}{share}")
        yield '<div class="wide" tabindex="0" role="region" aria-label="stages as a table"><table class="stages">'
        yield "<caption>The stages in the order of the config; events: how many reach it per line read</caption><thead><tr>"
        heads = ("stage", "line", *(words for _, words in _COLUMNS), "comes from")
        yield "".join(f'<th scope="col">{head}</th>' for head in heads)
        yield "</tr></thead><tbody>"
        for stage in graph.stages:
            name = self._look.shown(self._look.secrets.prose(f"{stage.kind.value} {stage.plugin[:40] or '(no @type)'}"))
            part = ' class="part"' if stage.parent is not None else ""
            cells = "".join(
                f'<td data-c="{stage.index}.{key}"{" class=bar" if key == "share" else ""}>{texts[f"{stage.index}.{key}"]}</td>'
                for key, _ in _COLUMNS
            )
            yield (
                f'<tr{part} data-s="{stage.index}"><th scope="row">{text(name)}</th><td>{locate(stage.place).start.line}</td>'
                f"{cells}<td>{', '.join(comes.get(stage.index, []))}</td></tr>"
            )
        yield "</tbody></table></div>"
