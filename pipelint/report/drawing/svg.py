"""Drawings as SVG 1.1: one in a page, or all of a run as a document. The same drawing has the same bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from html import escape
from itertools import pairwise
from pathlib import Path

from pipelint.base.finding import Severity
from pipelint.base.text.printable import printable
from pipelint.graph.render.layout import Point
from pipelint.graph.stage import Flow, Kind
from pipelint.report.drawing.figures import BoxFigure
from pipelint.report.drawing.labels import labels
from pipelint.report.drawing.scene import BAR, CHAR, LINE, PAD, Box, Link, Scene
from pipelint.report.numbers import counted

Goal = Callable[[int], tuple[str, str]]
"""Of a box by its index: the ids of itself and of what it is a link to."""

MARGIN = 12
TITLE = 28
_LETTER = 9
_OTHER = (Flow.ERROR, Flow.TIMEOUT, Flow.RETRY)
# A shape for each severity, in a square of 10.
_SHAPES = {
    Severity.ERROR: "M5 -1L11 5L5 11L-1 5Z",
    Severity.WARNING: "M5 0L11 10H-1Z",
    Severity.INFO: "M0 5a5 5 0 1 0 10 0a5 5 0 1 0 -10 0Z",
}


def text(of: str) -> str:
    """A text as it may stand in SVG and HTML, also between double quotes."""
    return escape(printable(of))


def render_svg(scenes: Sequence[Scene]) -> str:
    """All drawings one below the other, each with its title, with a line end."""
    width = max((max(full_width(scene), len(scene.title) * _LETTER) for scene in scenes), default=0.0) + 2 * MARGIN
    heights = [TITLE + max(scene.height, LINE) + 2 * MARGIN for scene in scenes]
    head = f'viewBox="0 0 {_n(width)} {_n(sum(heights))}" width="{_n(width)}" height="{_n(sum(heights))}"'
    rows = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="graph" {head} role="group">',
        f"<title>pipelint graph: {text(', '.join(scene.title for scene in scenes))}</title>",
        f"<style>{drawing_css()}</style>",
        '<rect class="paper" width="100%" height="100%"/>',
    ]
    at = 0.0
    for scene, height in zip(scenes, heights, strict=True):
        rows.append(f'<text class="plugin" x="{MARGIN}" y="{_n(at + 20)}" font-size="14">{text(scene.title)}</text>')
        rows += [f'<g transform="translate({MARGIN} {_n(at + TITLE + MARGIN)})">', *parts(scene), "</g>"]
        at += height
    return "\n".join([*rows, "</svg>", ""])


def svg(scene: Scene, name: str, goal: Goal) -> Iterator[str]:
    """One drawing for a page, in which ``name`` is its label; boxes are links to their ``goal``."""
    width, height = full_width(scene) + 2 * MARGIN, scene.height + 2 * MARGIN
    yield (
        f'<svg class="graph" role="group" aria-label="{text(name)}" width="{_n(width)}" height="{_n(height)}" '
        f'viewBox="{-MARGIN} {-MARGIN} {_n(width)} {_n(height)}">'
    )
    yield from parts(scene, goal)
    yield "</svg>"


def drawing_css() -> str:
    """The style of drawings, for the light and for the dark."""
    return Path(__file__).with_name("drawing.css").read_text("utf-8")


def parts(scene: Scene, goal: Goal | None = None) -> Iterator[str]:
    """Arrows first, so that nothing of a box is covered, and their words last."""
    if scene.empty:
        yield f'<text class="faint" x="0" y="{LINE}">{text(scene.empty)}</text>'
    for link in scene.links:
        yield from _link(scene, link)
    for box in scene.boxes:
        yield from _box(scene, box, goal)
    for link, words, (x, y) in labels(scene):
        yield f'<text class="share" data-c="e{_pair(link)}" aria-hidden="true" x="{_n(x)}" y="{_n(y)}">{text(words)}</text>'


def spoken(box: Box, figure: BoxFigure | None) -> str:
    """A box for those who do not see it: ``filter grep, line 12: 3.1 µs, 12%; 1 warning``."""
    cost = [] if figure is None else [each for each in (figure.text, figure.worst) if each]
    found = [counted(count, severity.word) if severity.word != "info" else f"{count} info" for severity, count in box.marks]
    return f"{', '.join(box.lines)}, line {box.line}: {'; '.join([*cost, *found] or ['no events'])}"


def full_width(scene: Scene) -> float:
    """Of a drawing with the words beside its arrows."""
    ends = [x + len(words) * CHAR for _, words, (x, _) in labels(scene)]
    return max([scene.width, *ends])


def _link(scene: Scene, link: Link) -> Iterator[str]:
    figure = scene.figures.links.get((link.source, link.target))
    width = 1.0 if figure is None else figure.width
    other = " other" if link.flow in _OTHER else ""
    maybe = "" if link.certain else " maybe"
    points = list(link.points)
    x, y = points[-1]
    up = points[-2][1] > y
    points[-1] = x, y + 9 * (1 if up else -1)
    tags = f"<title>{text(' '.join(part for part in (link.why, link.tags) if part))}</title>" if link.tags or link.why else ""
    yield (f'<path class="way{maybe}{other}" data-e="{_pair(link)}" stroke-width="{_n(width)}" d="{path(points)}">{tags}</path>')
    far = y + 10 * (1 if up else -1)
    yield f'<path class="head{other}" d="M{_n(x)} {_n(y)}L{_n(x - 6)} {_n(far)}H{_n(x + 6)}Z"/>'


def path(points: Sequence[Point]) -> str:
    """Straight down through rows, and in curves between them."""
    out = [f"M{_n(points[0][0])} {_n(points[0][1])}"]
    for (x0, y0), (x1, y1) in pairwise(points):
        middle = (y0 + y1) / 2
        out.append(f"V{_n(y1)}" if x0 == x1 else f"C{_n(x0)} {_n(middle)} {_n(x1)} {_n(middle)} {_n(x1)} {_n(y1)}")
    return "".join(out)


def _box(scene: Scene, box: Box, goal: Goal | None) -> Iterator[str]:
    figure = scene.figures.boxes.get(box.index)
    words = ["box", f"c{figure.band}" if figure else "c0", "dead" * box.dead, "worst" * bool(figure and figure.worst)]
    looks = " ".join(word for word in words if word)
    label = f'data-a="a{box.index}" aria-label="{text(spoken(box, figure))}"'
    tag, more = "g", f'role="img" {label}'
    if goal is not None:
        here, there = goal(box.index)
        tag, more = "a", f'id="{here}" href="#{there}" {label}'
    yield f'<{tag} class="{looks}" data-s="{box.index}" {more} transform="translate({_n(box.x)} {_n(box.y)})">'
    width, height = _n(box.width), _n(box.height)
    round_ = {Kind.SOURCE: 14, Kind.FILTER: 4}.get(box.kind, 0)
    yield f'<rect class="frame" width="{width}" height="{height}" rx="{round_}"/>'
    if box.kind is Kind.OUTPUT:
        yield f'<rect class="inner" x="3" y="3" width="{_n(box.width - 6)}" height="{_n(box.height - 6)}"/>'
    for number, line in enumerate(box.lines):
        looks = "plugin" if number == 0 or line == box.change else "faint"
        yield f'<text class="{looks}" x="{PAD}" y="{PAD + LINE * (number + 1) - 4}">{text(line)}</text>'
    yield from _marks(box)
    low = PAD + LINE * (len(box.lines) + 1)
    yield f'<text class="faint" x="{_n(box.width - PAD)}" y="{low - 4}" text-anchor="end">line {box.line}</text>'
    cost = figure.text if figure else ("no events" if scene.figures.boxes else "")
    yield f'<text class="cost" data-c="b{box.index}" x="{PAD}" y="{low - 4}">{text(cost)}</text>'
    if scene.figures.boxes:
        # A fix may bring events to a box that gets none today.
        room, share, worst = box.width - 2 * PAD, figure.share if figure else 0.0, figure.worst if figure else ""
        bar = f'x="{PAD}" y="{low + 2}" height="{BAR}"'
        yield f'<rect class="track" {bar} width="{_n(room)}"/>'
        yield f'<rect class="bar" data-w="{_n(room)}" {bar} width="{_n(room * min(1.0, share))}"/>'
        yield f'<text class="told" data-c="w{box.index}" x="0" y="{_n(box.height + 13)}">{text(worst)}</text>'
    yield f"</{tag}>"


def _marks(box: Box) -> Iterator[str]:
    x = box.width - PAD
    for severity, count in reversed(box.marks):
        said = f"{count}" if count < 100 else "99+"
        x -= len(said) * CHAR
        yield f'<text class="{severity.word}" x="{_n(x)}" y="{PAD + LINE - 4}">{said}</text>'
        x -= 14
        yield f'<path class="{severity.word}" transform="translate({_n(x)} {PAD + 1})" d="{_SHAPES[severity]}"/>'
        x -= 6


def _pair(link: Link) -> str:
    return f"{link.source}-{link.target}"


def _n(value: float) -> str:
    """A number with one digit after the point at most."""
    return f"{value:.1f}".removesuffix(".0")
