"""Figures: the numbers of a drawing, of a config as it is or as a fix would make it, in words and as sizes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from pipelint.base.lean.record import dataclass
from pipelint.graph.render.picture import NODES
from pipelint.graph.stage import StageGraph
from pipelint.report.numbers import micros, percent

if TYPE_CHECKING:
    from pipelint.cost.estimate import Estimate

Flows = Mapping[tuple[int, int], float]
"""Events per input line, by the indices of the stages that they go from and to."""

# Shares of the cost from which on a box has the next colour.
_BANDS = (0.02, 0.1, 0.25, 0.5)
_THIN, _THICK = 1.0, 7.0


@dataclass(frozen=True, slots=True)
class BoxFigure:
    """What a plugin costs with its parts: in words, as a share of the whole (0 to 1), and as a colour (0 to 4).

    ``worst`` says which of them is the bottleneck, empty where none is.
    """

    text: str
    share: float
    band: int
    worst: str


@dataclass(frozen=True, slots=True)
class LinkFigure:
    """How many of the lines read go along an arrow: in words, empty where nobody can tell, and as pixels."""

    text: str
    width: float


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of boxes and arrows. Both are empty where there is no estimate."""

    boxes: Mapping[int, BoxFigure]
    links: Mapping[tuple[int, int], LinkFigure]


def figures(graph: StageGraph, found: Estimate | None, flows: Flows) -> Figures:
    """What a drawing of ``graph`` says: of a plugin the µs of CPU per event, of an arrow the events per line read."""
    if found is None:
        return Figures({}, {})
    us: dict[int, float] = {}
    share: dict[int, float] = {}
    count: dict[int, int] = {}
    for cost in found.stages:
        box = box_of(graph, cost.stage.index)
        us[box] = us.get(box, 0.0) + cost.us_per_event.mid
        share[box] = share.get(box, 0.0) + cost.share
        count[box] = count.get(box, 0) + 1
    dearest = found.bottleneck
    worst = -1 if dearest is None else box_of(graph, dearest.stage.index)
    said = "bottleneck"
    if dearest is not None and dearest.stage.index != worst:
        said = f"bottleneck: {dearest.stage.kind.value} {dearest.stage.plugin}".rstrip()
    boxes = {
        index: BoxFigure(
            f"{micros(of)} \u00b5s, {percent(share[index])}" + " in all" * (count[index] > 1),
            share[index],
            sum(share[index] >= least for least in _BANDS),
            said if index == worst else "",
        )
        for index, of in us.items()
    }
    links = {pair: LinkFigure(percent_of(events), _width(events)) for pair, events in flows.items()}
    return Figures(boxes, links)


def box_of(graph: StageGraph, index: int) -> int:
    """The plugin that a stage is a part of, or it itself."""
    stage = graph.stages[index]
    while stage.kind not in NODES and stage.parent is not None:
        stage = graph.stages[stage.parent]
    return stage.index


def percent_of(events: float) -> str:
    """Events per line read as per cent; nothing where none come."""
    return percent(events) if events > 0 else "0%"


def _width(events: float) -> float:
    return round(_THIN + (_THICK - _THIN) * min(1.0, max(0.0, events)), 1)
