"""A comparison as a page that stands alone."""

from __future__ import annotations

from pipelint.compare.model import Comparison


def render_html(found: Comparison) -> str:
    """The page, with a line end."""
    from pipelint.report.html.comparison import render_comparison

    return render_comparison(found)
