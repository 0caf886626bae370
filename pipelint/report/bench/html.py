"""A bench as a page that stands alone: the chart, and the table with its summary."""

from __future__ import annotations

from html import escape

from pipelint.base.text.printable import printable
from pipelint.bench.model import Result
from pipelint.report.bench.chart import chart_of
from pipelint.report.bench.svg import svg_lines
from pipelint.report.bench.text import render_text


def render_html(found: Result) -> str:
    """The page, with a line end."""
    chart = chart_of(found)
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en"><head><meta charset="utf-8"><meta name="generator" content="pipelint">',
            f"<title>{escape(printable(chart.title))}</title></head><body>",
            *svg_lines(chart),
            f"<pre>{escape(printable(render_text(found), keep=chr(10)))}</pre>",
            "</body></html>",
            "",
        ]
    )
