"""Where the words of arrows stand, so that they cover neither each other nor boxes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pipelint.graph.render.layout import Point
from pipelint.report.drawing.figures import LinkFigure
from pipelint.report.drawing.scene import CHAR, Link, Scene

HEIGHT = 13
_BESIDE = 6.0
_TRIES = 8


def label_words(link: Link, figure: LinkFigure | None) -> str:
    """``31%``, ``copy 100%``: the events per line read that go along an arrow, and why."""
    return " ".join(word for word in (link.why, "" if figure is None else figure.text) if word)


def labels(scene: Scene) -> Iterator[tuple[Link, str, Point]]:
    """Each arrow that has words, the words, and where their first letter stands."""
    outs: dict[int, int] = {}
    ins: dict[int, int] = {}
    for link in scene.links:
        outs[link.source] = outs.get(link.source, 0) + 1
        ins[link.target] = ins.get(link.target, 0) + 1
    taken: list[tuple[float, float, float]] = []
    for link in scene.links:
        text = label_words(link, scene.figures.links.get((link.source, link.target)))
        if not text:
            continue
        x, y = _place(link.points, outs[link.source], ins[link.target])
        width = len(text) * CHAR
        x += _BESIDE
        for step in range(_TRIES):
            at = y + (step + 1) // 2 * HEIGHT * (-1 if step % 2 else 1)
            if not any(abs(at - other) < HEIGHT and x < end and begin < x + width for other, begin, end in taken):
                y = at
                break
        taken.append((y, x, x + width))
        yield link, text, (x, y)


def _place(points: Sequence[Point], outs: int, ins: int) -> Point:
    """At the end that an arrow has for itself; where it has none, beside the middle of its way."""
    if ins == 1 or (outs > 1 and len(points) == 3):
        (x0, y0), (x1, y1) = points[-2], points[-1]
        return (x1, y1 - 12) if ins == 1 else (x0 + (x1 - x0) * 0.75, y0 + (y1 - y0) * 0.6)
    if outs == 1:
        (x0, y0), (x1, y1) = points[1], points[2]
        return x0 + (x1 - x0) * 0.1, y0 + 14
    x, y = points[len(points) // 2]
    return x, y
