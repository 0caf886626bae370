"""Scene: the boxes and arrows of a config's stage graph with what they cost, at their places. What is drawn, not how."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING

from pipelint.base.finding import Finding, Severity
from pipelint.base.lean.record import dataclass
from pipelint.base.text.locate import locate
from pipelint.checker.named_files import NamedFiles
from pipelint.checker.trial.what_if import flows_of
from pipelint.graph.render.layout import Point, layout
from pipelint.graph.render.picture import MOST_DRAWN, NODES, Node, Picture, cut, picture
from pipelint.graph.stage import Flow, Kind, StageGraph
from pipelint.plugins.team import knowing
from pipelint.report.drawing.figures import Figures, figures
from pipelint.report.look import Look

if TYPE_CHECKING:
    from pipelint.checker import Report
    from pipelint.language.config import Config

LINE, CHAR, PAD = 16, 7.3, 10
"""Pixels: height of a line of text, width of a character (of a monospaced font of 12), what is left free around it."""
BAR = 6
_MOST_TEXT = 30
_MARK = 34
# The row with what a box costs; that it is the bottleneck stands in a row of its own.
_LONGEST = "1,234 \u00b5s 100% in all line 12"


@dataclass(frozen=True, slots=True)
class Box:
    """A plugin with its parts: the lines of its text, how many findings of each severity it has, and where it stands.

    ``line`` is the line of the file, ``change`` what became of it in a comparison.
    """

    index: int
    kind: Kind
    lines: tuple[str, ...]
    line: int
    dead: bool
    marks: tuple[tuple[Severity, int], ...]
    change: str
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Link:
    """Events that go from box to box; ``why`` where that is not plain routing, ``tags`` which. ``points`` lead there."""

    source: int
    target: int
    flow: Flow
    certain: bool
    why: str
    tags: str
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Scene:
    """One drawing with its title, in pixels, and the numbers in it as they are today. ``empty`` says why nothing is drawn."""

    title: str
    boxes: tuple[Box, ...]
    links: tuple[Link, ...]
    width: float
    height: float
    figures: Figures
    empty: str = ""


def scene(
    config: Config, shown: Figures, findings: Iterable[Finding], look: Look, changes: Mapping[int, str] | None = None
) -> Scene:
    """The drawing of a config with these figures. ``changes`` says in a word what became of stages, by their indices."""
    graph = config.graph
    drawn = picture(graph, look.shown(config.name), lambda text: look.shown(look.secrets.prose(text)))
    nodes = [node for group in drawn.groups.values() for node in group]
    title = drawn.name
    if not nodes or len(nodes) > MOST_DRAWN:
        empty = f"not drawn: {len(nodes):,} plugins are more than {MOST_DRAWN}" if nodes else "no plugin to draw"
        return Scene(title, (), (), 0.0, 0.0, shown, empty)
    marks = _marks(graph, findings)
    texts = {node.index: tuple(_lines(node)) for node in nodes}
    if sum(map(bool, drawn.groups.values())) > 1:
        names = {node.index: label for label, group in drawn.groups.items() for node in group if label}
        texts = {
            index: (*lines, cut(f"in {drawn.group} {names[index]}", _MOST_TEXT)) if index in names else lines
            for index, lines in texts.items()
        }
    for index, word in (changes or {}).items():
        if index in texts:
            texts[index] = (*texts[index], word)
    sizes = {node.index: _size(texts[node.index], len(marks.get(node.index, ()))) for node in nodes}
    dead = [node.index for node in nodes if node.dead]
    placed = layout(sizes, [(arrow.source, arrow.target) for arrow in drawn.arrows], dead)
    boxes = tuple(
        Box(
            node.index,
            node.kind,
            texts[node.index],
            locate(graph.stages[node.index].place).start.line,
            node.dead,
            marks.get(node.index, ()),
            (changes or {}).get(node.index, ""),
            *placed.boxes[node.index],
            *sizes[node.index],
        )
        for node in nodes
    )
    return Scene(title, boxes, _links(drawn, placed.arrows), placed.width, placed.height + LINE, shown)


def scenes(report: Report) -> list[Scene]:
    """The drawings of all configs of a run with their findings."""
    look, files = Look(configs=tuple(checked.config for checked in report.checked)), NamedFiles()
    found = []
    for checked in report.checked:
        with knowing(files.plugins(checked.settings)):
            flows = flows_of(checked.config, checked.settings)
        today = figures(checked.config.graph, checked.estimate, flows)
        found.append(scene(checked.config, today, checked.findings, look))
    return found


def _lines(node: Node) -> Iterator[str]:
    """The lines of a box; why no event reaches it is not cut."""
    for line in node.lines[:-1] if node.dead else node.lines:
        yield cut(line, _MOST_TEXT)
    if node.dead:
        yield from wrap(node.lines[-1], _MOST_TEXT)


def _size(lines: Sequence[str], marks: int) -> tuple[float, float]:
    """A box has its lines, one for what it costs, and a bar."""
    longest = max(len(lines[0]) * CHAR + marks * _MARK, *(len(line) * CHAR for line in (*lines, _LONGEST)))
    return longest + 2 * PAD, (len(lines) + 1) * LINE + BAR + 2 * PAD


def _links(drawn: Picture, arrows: Mapping[tuple[int, int], tuple[Point, ...]]) -> tuple[Link, ...]:
    """One arrow for all that goes from a box to another."""
    found: dict[tuple[int, int], Link] = {}
    for arrow in drawn.arrows:
        pair = arrow.source, arrow.target
        if pair not in arrows:
            continue
        old = found.get(pair)
        why = "" if arrow.flow is Flow.ROUTE else arrow.flow.value
        tags = arrow.text.removeprefix(why).removeprefix(", ")
        if old is not None:
            why = " and ".join(dict.fromkeys(word for word in (old.why, why) if word))
            tags = " or ".join(dict.fromkeys(text for text in (old.tags, tags) if text))
        certain = arrow.certain or (old is not None and old.certain)
        found[pair] = Link(*pair, arrow.flow if old is None else old.flow, certain, why, tags, arrows[pair])
    return tuple(found.values())


def _marks(graph: StageGraph, findings: Iterable[Finding]) -> dict[int, tuple[tuple[Severity, int], ...]]:
    """The numbers of findings of each box, worst first."""
    counts: dict[int, dict[Severity, int]] = {}
    by_box = findings_of(graph, findings)
    for index, found in by_box.items():
        for finding in found:
            of = counts.setdefault(index, {})
            of[finding.severity] = of.get(finding.severity, 0) + 1
    return {index: tuple(sorted(of.items(), reverse=True)) for index, of in counts.items()}


def findings_of(graph: StageGraph, findings: Iterable[Finding]) -> dict[int, list[Finding]]:
    """Findings by the box in whose section they stand; those in none, of the whole config, are left out."""
    boxes = [(stage.block.place, stage.index) for stage in graph.stages if stage.kind in NODES]
    found: dict[int, list[Finding]] = {}
    for finding in findings:
        here = finding.place
        inside = [
            (len(place.span), index)
            for place, index in boxes
            if place.document is here.document and place.span.start <= here.span.start < place.span.end
        ]
        if inside:
            found.setdefault(min(inside)[1], []).append(finding)
    return found
