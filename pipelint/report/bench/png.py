"""The chart of a bench as PNG, without a library: few lines and letters need none."""

from __future__ import annotations

from itertools import pairwise

from pipelint.bench.model import Result
from pipelint.report.bench.chart import BOTTOM, LEFT, PANEL, RIGHT, TOP, WIDTH, Chart, chart_of
from pipelint.report.drawing.pixels import Picture, png

# White, black, gray, then the colours of the curves.
_PALETTE = bytes.fromhex("ffffff 000000 808080 1f77b4 d62728 2ca02c")
_WHITE, _BLACK, _GRAY, _CURVE = range(4)


def render_png(found: Result) -> bytes:
    """A PNG file (W3C, Portable Network Graphics, 3rd edition) with a palette."""
    chart = chart_of(found)
    picture = Picture(WIDTH, chart.height)
    for number in range(len(chart.panels)):
        _panel(picture, chart, number)
    return png(picture, _PALETTE)


def _panel(picture: Picture, chart: Chart, number: int) -> None:
    panel, colour = chart.panels[number], _CURVE + number
    top = TOP + number * (PANEL + BOTTOM)
    bottom, right = top + PANEL, WIDTH - RIGHT
    width = right - LEFT
    picture.box(LEFT, top, 1, PANEL, _BLACK)
    picture.box(LEFT, bottom, width, 1, _BLACK)
    for dash in range(top, bottom, 8):
        picture.box(LEFT + width * min(1.0, chart.sent / chart.seconds), dash, 1, 4, _GRAY)
    points = [(LEFT + x * width, bottom - y * PANEL) for x, y in panel.points]
    for start, end in pairwise(points):
        picture.line(start, end, colour)
    picture.text(panel.most, LEFT - 6, top, _BLACK, to_left=True)
    picture.text("0", LEFT - 6, bottom - 14, _BLACK, to_left=True)
    picture.text(panel.title, LEFT + 6, top - 18, colour)
    picture.text(f"{chart.seconds:.0f} s", right, bottom + 5, _BLACK, to_left=True)
