"""Findings as a GitLab code quality report."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from pipelint.base.finding import Severity
from pipelint.base.text.locate import locate, locate_problem
from pipelint.report.findings.parts.fingerprint import fingerprints
from pipelint.report.findings.parts.json_parts import json_text
from pipelint.report.look import message_of
from pipelint.report.uri import shown_path

if TYPE_CHECKING:
    from pipelint.checker import Report

_SEVERITIES = {Severity.ERROR: "critical", Severity.WARNING: "major", Severity.INFO: "info"}


def render_gitlab(report: Report) -> str:
    """A JSON array with an object for each finding and each problem."""
    rows: list[dict[str, object]] = []
    for finding, fingerprint in zip(report.findings, fingerprints(report.findings), strict=True):
        where = locate(finding.place)
        rows.append(
            {
                "description": f"{finding.message} ({finding.name})",
                "check_name": finding.code,
                "fingerprint": fingerprint,
                "severity": _SEVERITIES[finding.severity],
                "location": {
                    "path": shown_path(where.path),
                    "lines": {"begin": where.start.line, "end": max(where.start.line, where.end.line)},
                },
            }
        )
    told = Counter[str]()
    for problem in report.problems:
        told[problem.path] += 1
        at = locate_problem(problem)
        rows.append(
            {
                "description": message_of(problem),
                "check_name": "unreadable",
                "fingerprint": f"unreadable-{told[problem.path]}-{shown_path(problem.path)}",
                "severity": "blocker",
                "location": {"path": shown_path(problem.path), "lines": {"begin": 1 if at is None else at.start.line}},
            }
        )
    return json_text(rows, indent=1)
