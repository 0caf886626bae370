"""Findings as workflow commands, which GitHub shows beside the lines of a pull request."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipelint.base.finding import Finding, Note, Problem, Severity
from pipelint.base.text.locate import locate, locate_problem
from pipelint.base.text.printable import printable
from pipelint.report.look import message_of
from pipelint.report.uri import shown_path

if TYPE_CHECKING:
    from pipelint.checker import Report

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}


def render_github(report: Report) -> str:
    """One workflow command for each finding and problem, and for each important note.

    Repetitions come after all else: GitHub shows only the first commands of a step.
    """
    found = report.folded
    again = [each for finding in found for each in finding.more]
    lines = [*map(_finding, found), *map(_problem, report.problems), *(_note(n) for n in report.notes if n.important)]
    lines += map(_finding, again)
    return "".join(line + "\n" for line in lines)


def _finding(finding: Finding) -> str:
    where = locate(finding.place)
    title = f"{finding.code} {finding.name}"
    text = finding.message + (f"\n{finding.reason}" if finding.reason else "")
    if finding.fix is not None:
        text += f"\n{finding.fix.title} ({finding.fix.safety.value})"
    place = {
        "file": shown_path(where.path),
        "line": where.start.line,
        "endLine": where.end.line,
        # GitHub shows columns only of what stands on one line.
        **({"col": where.start.column, "endColumn": where.end.column} if where.start.line == where.end.line else {}),
    }
    return _command(_COMMANDS[finding.severity], {**place, "title": title}, text)


def _problem(problem: Problem) -> str:
    where = locate_problem(problem)
    place: dict[str, object] = {"file": shown_path(problem.path)}
    if where is not None:
        place |= {"line": where.start.line, "col": where.start.column}
    return _command("error", {**place, "title": "pipelint"}, message_of(problem))


def _note(note: Note) -> str:
    return _command("notice", {"file": shown_path(note.path), "title": "pipelint"}, message_of(note))


def _command(name: str, properties: dict[str, object], text: str) -> str:
    said = ",".join(f"{key}={_escape(str(value)).replace(':', '%3A').replace(',', '%2C')}" for key, value in properties.items())
    return f"::{name} {said}::{_escape(text)}"


def _escape(text: str) -> str:
    return printable(text.replace("\t", "    "), keep="\n").replace("%", "%25").replace("\n", "%0A")
