"""All formats of a check by their names: one renderer each, imported when it is asked for."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pipelint.checker import Report


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
            from pipelint.report.text import render_text

            return render_text(report)
        case CheckFormat.CONCISE:
            from pipelint.report.concise import render_concise

            return render_concise(report)
        case CheckFormat.JSON:
            from pipelint.report.json import render_report

            return render_report(report)
        case CheckFormat.SARIF:
            from pipelint.report.sarif import render_sarif

            return render_sarif(report)
        case CheckFormat.GITHUB:
            from pipelint.report.github import render_github

            return render_github(report)
        case CheckFormat.GITLAB:
            from pipelint.report.gitlab import render_gitlab

            return render_gitlab(report)
        case CheckFormat.JUNIT:
            from pipelint.report.junit import render_junit

            return render_junit(report)
