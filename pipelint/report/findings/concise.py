"""Findings as one line each, as grep, editors and terminals read them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipelint.base.text.locate import locate, locate_problem
from pipelint.report.look import Look, message_of

if TYPE_CHECKING:
    from pipelint.checker import Report


def render_concise(report: Report) -> str:
    """``path:line:column: severity[CODE] message``; after the findings problems, and important notes."""
    look = Look()
    lines = [f"{locate(f.place)}: {f.severity.word}[{f.code}] {_flat(f.message)}" for f in report.findings]
    for problem in report.problems:
        where = locate_problem(problem)
        lines.append(f"{where or problem.path}: error: {_flat(message_of(problem))}")
    lines += [f"{note.path}: note: {_flat(message_of(note))}" for note in report.notes if note.important]
    # As it is for a terminal, too, no control character of a config goes out.
    return "".join(look.shown(line) + "\n" for line in lines)


def _flat(text: str) -> str:
    return " ".join(text.split())
