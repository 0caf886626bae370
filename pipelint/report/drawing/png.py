"""Drawings as PNG: the same boxes and arrows as in SVG, in the light."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from pipelint.base.finding import Severity
from pipelint.graph.render.layout import Point
from pipelint.graph.stage import Flow, Kind
from pipelint.report.drawing.labels import labels
from pipelint.report.drawing.pixels import Picture, png
from pipelint.report.drawing.scene import BAR, CHAR, LINE, PAD, Box, Link, Scene
from pipelint.report.drawing.svg import MARGIN, TITLE, full_width

# As in drawing.css: paper, ink, faint, line, bar, track; then the colours of costs, what is dead, and severities.
_PALETTE = bytes.fromhex(
    "ffffff 1b1f24 434c56 6e7781 9a3412 d0d7de f6f8fa fff4d6 ffe3ae ffcf9d ffb894 f0f1f3 9f0d18 684100 084a96"
)
_PAPER, _INK, _FAINT, _LINE, _BAR, _TRACK, _C0 = range(7)
_DEAD = 11
_SEVERITIES = {Severity.ERROR: 12, Severity.WARNING: 13, Severity.INFO: 14}
_OTHER = (Flow.ERROR, Flow.TIMEOUT, Flow.RETRY)
# Pixels of a picture with two for each of the drawing; a larger one has one.
_MOST = 40_000_000
_PIECES = 16


def render_png(scenes: Sequence[Scene]) -> bytes:
    """All drawings one below the other, each with its title."""
    width = max([full_width(scene) for scene in scenes] + [len(scene.title) * CHAR for scene in scenes] + [1.0]) + 2 * MARGIN
    heights = [TITLE + max(scene.height, LINE) + 2 * MARGIN for scene in scenes]
    scale = 2 if width * sum(heights) * 4 <= _MOST else 1
    picture = Picture(round(width * scale), max(1, round(sum(heights) * scale)), scale)
    at = 0.0
    for scene, height in zip(scenes, heights, strict=True):
        pen = _Pen(picture, at, scale)
        pen.text(scene.title, MARGIN, 8, _INK)
        _Drawing(scene, _Pen(picture, at + TITLE + MARGIN, scale, MARGIN)).draw()
        at += height
    return png(picture, _PALETTE)


class _Pen:
    """Draws in the drawing's own pixels, from a corner on."""

    def __init__(self, picture: Picture, top: float, scale: int, left: float = 0.0) -> None:
        self._picture, self._top, self._left, self._scale = picture, top, left, scale

    def _at(self, x: float, y: float) -> Point:
        return (x + self._left) * self._scale, (y + self._top) * self._scale

    def box(self, x: float, y: float, width: float, height: float, colour: int) -> None:
        self._picture.box(*self._at(x, y), width * self._scale, height * self._scale, colour)

    def line(self, start: Point, end: Point, colour: int, thick: float) -> None:
        self._picture.line(self._at(*start), self._at(*end), colour, max(1, round(thick * self._scale)))

    def text(self, words: str, x: float, y: float, colour: int, *, to_left: bool = False) -> None:
        self._picture.text(words, *self._at(x, y), colour, to_left=to_left, advance=CHAR * self._scale)

    def frame(self, x: float, y: float, width: float, height: float, colour: int, thick: float = 1.0) -> None:
        corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height), (x, y)]
        for start, end in pairwise(corners):
            self.line(start, end, colour, thick)


class _Drawing:
    def __init__(self, scene: Scene, pen: _Pen) -> None:
        self._scene, self._pen = scene, pen

    def draw(self) -> None:
        """Arrows first, then boxes, then the words of arrows."""
        if self._scene.empty:
            self._pen.text(self._scene.empty, 0, 2, _FAINT)
        for link in self._scene.links:
            self._link(link)
        for box in self._scene.boxes:
            self._box(box)
        for _, words, (x, y) in labels(self._scene):
            self._pen.box(x - 2, y - 9, len(words) * CHAR + 2, 11, _PAPER)
            self._pen.text(words, x, y - 7, _INK)

    def _link(self, link: Link) -> None:
        figure = self._scene.figures.links.get((link.source, link.target))
        thick = 1.0 if figure is None else figure.width
        colour = _SEVERITIES[Severity.WARNING] if link.flow in _OTHER else _LINE
        x, y = link.points[-1]
        way = -1 if link.points[-2][1] <= y else 1
        for number, (start, end) in enumerate(pairwise(_flat([*link.points[:-1], (x, y + way * 9)]))):
            if link.certain or number % 2 == 0:
                self._pen.line(start, end, colour, thick)
        for row in range(10):
            self._pen.box(x - row * 0.6, y + way * row - 0.5, row * 1.2, 1, colour)

    def _box(self, box: Box) -> None:
        figure, pen = self._scene.figures.boxes.get(box.index), self._pen
        fill = _DEAD if box.dead else _C0 + (figure.band if figure else 0)
        pen.box(box.x, box.y, box.width, box.height, fill)
        worst = figure is not None and figure.worst
        pen.frame(box.x, box.y, box.width, box.height, _BAR if worst else _LINE, 3 if worst else 1)
        if box.kind is not Kind.FILTER:
            # Outputs have a second frame, sources a stroke at their left.
            inner = (3, box.width - 6) if box.kind is Kind.OUTPUT else (4, 0)
            pen.frame(box.x + inner[0], box.y + 3, inner[1], box.height - 6, _LINE)
        for number, line in enumerate(box.lines):
            ink = _INK if number == 0 and not box.dead else _FAINT
            pen.text(line, box.x + PAD, box.y + PAD + LINE * number + 4, ink)
        self._marks(box)
        low = box.y + PAD + LINE * (len(box.lines) + 1)
        pen.text(f"line {box.line}", box.x + box.width - PAD, low - 12, _FAINT, to_left=True)
        if figure is None:
            pen.text("no events" if self._scene.figures.boxes else "", box.x + PAD, low - 12, _FAINT)
            return
        pen.text(figure.text, box.x + PAD, low - 12, _INK)
        room = box.width - 2 * PAD
        pen.box(box.x + PAD, low + 2, room, BAR, _TRACK)
        pen.box(box.x + PAD, low + 2, room * min(1.0, figure.share), BAR, _BAR)
        pen.text(figure.worst, box.x, box.y + box.height + 5, _BAR)

    def _marks(self, box: Box) -> None:
        x = box.x + box.width - PAD
        for severity, count in reversed(box.marks):
            said = f"{severity.word[0].upper()}{count if count < 100 else '99+'}"
            self._pen.text(said, x, box.y + PAD + 4, _SEVERITIES[severity], to_left=True)
            x -= (len(said) + 1) * CHAR


def _flat(points: Sequence[Point]) -> Iterator[Point]:
    """The points of a way with those between them where it is a curve, as ``path`` of SVG has it."""
    yield points[0]
    for (x0, y0), (x1, y1) in pairwise(points):
        for step in range(1, _PIECES + 1):
            t = step / _PIECES
            # A cubic whose handles stand half-way down.
            x = x0 + (x1 - x0) * t * t * (3 - 2 * t)
            middle = (y0 + y1) / 2
            y = (1 - t) ** 3 * y0 + 3 * t * (1 - t) * middle + t**3 * y1
            yield x, y
