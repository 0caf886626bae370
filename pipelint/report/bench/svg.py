"""The chart of a bench as SVG."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from pipelint.base.text.printable import printable
from pipelint.bench.model import Result
from pipelint.report.bench.chart import BOTTOM, LEFT, PANEL, RIGHT, TOP, WIDTH, Chart, Panel, chart_of

COLOURS = ("#1f77b4", "#d62728", "#2ca02c")


def render_svg(found: Result) -> str:
    """A document with a line end."""
    return "\n".join(svg_lines(chart_of(found))) + "\n"


def svg_lines(chart: Chart) -> Iterator[str]:
    """The lines of the document."""
    title = escape(printable(chart.title))
    yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {chart.height}" font-family="sans-serif" font-size="12">'
    yield f"<title>{title}</title>"
    yield f'<rect width="{WIDTH}" height="{chart.height}" fill="white"/>'
    yield f'<text x="{LEFT}" y="16" font-size="14">{title}</text>'
    for number, panel in enumerate(chart.panels):
        yield from _panel(panel, chart, TOP + number * (PANEL + BOTTOM), COLOURS[number % len(COLOURS)])
    yield "</svg>"


def _panel(panel: Panel, chart: Chart, top: int, colour: str) -> Iterator[str]:
    bottom, right = top + PANEL, WIDTH - RIGHT
    width = right - LEFT
    points = " ".join(f"{LEFT + x * width:.1f},{bottom - y * PANEL:.1f}" for x, y in panel.points)
    over = LEFT + width * min(1.0, chart.sent / chart.seconds)
    yield f'<path d="M{LEFT} {top}V{bottom}H{right}" fill="none" stroke="black"/>'
    yield f'<path d="M{over:.1f} {top}V{bottom}" stroke="gray" stroke-dasharray="4"/>'
    yield f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>'
    yield f'<text x="{LEFT - 6}" y="{top + 8}" text-anchor="end">{panel.most}</text>'
    yield f'<text x="{LEFT - 6}" y="{bottom}" text-anchor="end">0</text>'
    yield f'<text x="{LEFT + 6}" y="{top - 4}" fill="{colour}">{escape(panel.title)}</text>'
    yield f'<text x="{right}" y="{bottom + 14}" text-anchor="end">{chart.seconds:.0f} s</text>'
