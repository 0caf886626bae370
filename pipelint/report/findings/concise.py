"""Findings as one line each, as grep, editors and terminals read them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipelint.base.text.locate import locate, locate_problem
from pipelint.report.look import Look, message_of
from pipelint.report.printing.plain import render_plain
from pipelint.report.summary import summary

if TYPE_CHECKING:
    from pipelint.checker import Report


def render_concise(report: Report) -> str:
    """``path:line:column: severity[CODE] message``; after the findings problems, important notes, and the summary."""
    notes = [f"{note.path}: note: {_flat(message_of(note))}" for note in report.notes if note.important]
    return render_findings(report) + _shown(notes) + render_plain([summary(report)])


def render_findings(report: Report) -> str:
    """The lines of findings and problems alone."""
    lines = [f"{locate(f.place)}: {f.severity.word}[{f.code}] {_flat(f.message)}" for f in report.findings]
    for problem in report.problems:
        where = locate_problem(problem)
        lines.append(f"{where or problem.path}: error: {_flat(message_of(problem))}")
    return _shown(lines)


def _shown(lines: list[str]) -> str:
    look = Look()
    # As it is for a terminal, too, no control character of a config goes out.
    return "".join(look.shown(line) + "\n" for line in lines)


def _flat(text: str) -> str:
    return " ".join(text.split())
