"""Numbers: all that changes on a page when a fix is switched on, as texts and sizes by the names of their places."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from pipelint.base.lean.record import dataclass, replace
from pipelint.base.text.locate import locate
from pipelint.base.text.printable import printable
from pipelint.checker.result import Checked
from pipelint.compare.stages import pair_stages
from pipelint.cost.capacity import capacities
from pipelint.report.drawing.figures import BoxFigure, Figures, LinkFigure, figures
from pipelint.report.drawing.labels import label_words
from pipelint.report.drawing.scene import Scene
from pipelint.report.drawing.svg import spoken
from pipelint.report.estimate.samples import sample_words
from pipelint.report.estimate.text import capacity_lines, free_lines, grade_lines
from pipelint.report.look import Look
from pipelint.report.numbers import events, micros, percent, rate
from pipelint.report.printing.plain import render_plain

if TYPE_CHECKING:
    from pipelint.checker.trial.what_if import WhatIf
    from pipelint.cost.estimate import Estimate, StageCost
    from pipelint.cost.interval import Interval
    from pipelint.graph.stage import Stage, StageGraph

_NONE = BoxFigure("no events", 0.0, 0, "")
_GONE = BoxFigure("gone with the fix", 0.0, 0, "")


@dataclass(frozen=True, slots=True)
class Numbers:
    """``texts`` by place; ``bars``: share, colour, whether it is the bottleneck, by box; ``widths``: pixels by arrow."""

    texts: Mapping[str, str]
    bars: Mapping[str, tuple[float, int, bool]]
    widths: Mapping[str, float]


def numbers(checked: Checked, drawn: Scene, look: Look) -> Numbers:
    """The numbers of a config as it is. Empty where it has no estimate."""
    if checked.estimate is None:
        return Numbers({}, {}, {})
    return _numbers(checked, checked.estimate, drawn, drawn.figures, [], look)


def numbers_with(what_if: WhatIf, checked: Checked, drawn: Scene, look: Look) -> Numbers:
    """The same with fixes made, at the places of the config as it is."""
    before, after = checked.config.graph, what_if.config.graph
    index_of = {new.index: old.index for old, new in pair_stages(before, after) if old is not None and new is not None}
    now = figures(after, what_if.estimate, what_if.flows)
    boxes = {index_of[index]: figure for index, figure in now.boxes.items() if index in index_of}
    links = {
        (index_of[source], index_of[target]): figure
        for (source, target), figure in now.links.items()
        if source in index_of and target in index_of
    }
    here = set(index_of.values())
    boxes |= {box.index: _GONE for box in drawn.boxes if box.index not in here}
    # Its stages are told by the lines of the config that is on the page.
    costs = (
        replace(cost, stage=before.stages[index_of[cost.stage.index]]) if cost.stage.index in index_of else cost
        for cost in what_if.estimate.stages
    )
    fixed = replace(checked, config=what_if.config, estimate=what_if.estimate)
    new = [cost for cost in what_if.estimate.stages if cost.stage.index not in index_of]
    return _numbers(fixed, replace(what_if.estimate, stages=tuple(costs)), drawn, Figures(boxes, links), new, look)


def _numbers(checked: Checked, found: Estimate, drawn: Scene, shown: Figures, new: Sequence[StageCost], look: Look) -> Numbers:
    texts = summary_texts(checked, found, look)
    if new:
        us = sum(cost.us_per_event.mid for cost in new)
        texts["new"] = f"{', '.join(_called(cost.stage, look) for cost in new)}: not drawn, {micros(us)} \u00b5s"
    added = {id(cost) for cost in new}
    for cost in found.stages:
        if id(cost) not in added:
            texts.update(stage_texts(cost.stage.index, cost))
    bars, widths = {}, {}
    for box in drawn.boxes:
        figure = shown.boxes.get(box.index, _NONE)
        texts[f"b{box.index}"], texts[f"w{box.index}"] = figure.text, figure.worst
        texts[f"a{box.index}"] = printable(spoken(box, figure))
        bars[str(box.index)] = round(min(1.0, figure.share), 4), figure.band, bool(figure.worst)
    for link in drawn.links:
        of = shown.links.get((link.source, link.target), LinkFigure("", 1.0))
        texts[f"e{link.source}-{link.target}"] = label_words(link, of)
        widths[f"{link.source}-{link.target}"] = of.width
    return Numbers(texts, bars, widths)


def summary_texts(checked: Checked, found: Estimate, look: Look) -> dict[str, str]:
    """What is said of the whole config."""
    worst = found.bottleneck
    limits = capacities(checked.config, found, checked.settings.cpu_limit)
    lines = {
        "capacity": [line for each in limits for line in capacity_lines(checked, each, look)],
        "grades": grade_lines(found, look),
        "free": free_lines(found, look),
    }
    seen = [] if found.observed is None else [look.shown(words) for words in sample_words(found.observed, look)]
    return {
        "rate": within(found.events_per_cpu_second, rate),
        "us": within(found.us_per_event, micros),
        "worst": "" if worst is None else _called(worst.stage, look),
        **{name: render_plain(each).strip() for name, each in lines.items()},
        "seen": "\n".join(seen),
        "assumed": "\n".join(look.shown(each) for each in found.assumptions),
        "new": "",
    }


def stage_texts(index: int, cost: StageCost) -> dict[str, str]:
    """What is said of one stage, which has the ``index`` on the page."""
    us = cost.us_per_event
    return {
        f"{index}.us": micros(us.mid),
        f"{index}.range": f"{micros(us.low)} .. {micros(us.high)}",
        f"{index}.share": percent(cost.share),
        f"{index}.events": events(cost.events),
        f"{index}.grade": "measured here" if cost.here else cost.grade.name.lower(),
    }


def no_texts(graph: StageGraph) -> dict[str, str]:
    """What stands where no event comes."""
    parts = ("us", "range", "share", "events", "grade")
    return {f"{stage.index}.{part}": "-" if part != "grade" else "no events" for stage in graph.stages for part in parts}


def within(value: Interval, say: Callable[[float], str]) -> str:
    """``4,660 (3,610 .. 6,010)``."""
    return f"{say(value.mid)} ({say(value.low)} .. {say(value.high)})"


def _called(stage: Stage, look: Look) -> str:
    name = look.shown(look.secrets.prose(stage.plugin[:40])) or "(no @type)"
    return f"{stage.kind.value} {name}, line {locate(stage.place).start.line}"
