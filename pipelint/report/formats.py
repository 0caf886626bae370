"""The formats of a check and of a comparison by their names: one renderer each, imported when it is asked for."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pipelint.checker import Report
    from pipelint.compare import Comparison


class CheckFormat(str, enum.Enum):
    """How findings are written."""

    TEXT = "text"
    CONCISE = "concise"
    JSON = "json"
    SARIF = "sarif"
    GITHUB = "github"
    GITLAB = "gitlab"
    JUNIT = "junit"


def render(report: Report, format_: CheckFormat) -> str:
    """The report in this format, with a line end; as text without colours and without what was passed over."""
    match format_:
        case CheckFormat.TEXT:
            from pipelint.report.findings.text import render_text

            return render_text(report)
        case CheckFormat.CONCISE:
            from pipelint.report.findings.concise import render_concise

            return render_concise(report)
        case CheckFormat.JSON:
            from pipelint.report.findings.json import render_report

            return render_report(report)
        case CheckFormat.SARIF:
            from pipelint.report.findings.sarif import render_sarif

            return render_sarif(report)
        case CheckFormat.GITHUB:
            from pipelint.report.findings.github import render_github

            return render_github(report)
        case CheckFormat.GITLAB:
            from pipelint.report.findings.gitlab import render_gitlab

            return render_gitlab(report)
        case CheckFormat.JUNIT:
            from pipelint.report.findings.junit import render_junit

            return render_junit(report)


class DiffFormat(str, enum.Enum):
    """How a comparison is written."""

    TEXT = "text"
    JSON = "json"
    MARKDOWN = "markdown"


def render_comparison(found: Comparison, format_: DiffFormat) -> str:
    """The comparison in this format, with a line end."""
    match format_:
        case DiffFormat.TEXT:
            from pipelint.report.diff.text import render_comparison as as_text

            return as_text(found)
        case DiffFormat.JSON:
            from pipelint.report.diff.json import render_json

            return render_json(found)
        case DiffFormat.MARKDOWN:
            from pipelint.report.diff.markdown import render_markdown

            return render_markdown(found)
