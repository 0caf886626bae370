"""A report as text: its findings, its problems, its notes, the summary."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, TextIO

from pipelint.base.finding import Note, Problem
from pipelint.report.look import ROWS, Look, message_of
from pipelint.report.printing.output import look_of, write
from pipelint.report.printing.plain import render_plain
from pipelint.report.printing.styled import BLANK, Line, Piece, Role, line
from pipelint.report.summary import summary

if TYPE_CHECKING:
    from pipelint.checker import Report

# Rows of a finding that is shown as a whole.
_ALL = 1_000_000


def print_report(report: Report, stream: TextIO, *, verbose: bool, quiet: bool = False) -> None:
    """Writes all findings and problems and the summary to ``stream``; with ``verbose`` also what was passed over, and all of
    long findings. ``quiet``: findings and problems alone.
    """
    look = look_of(stream, report.checked, _ALL if verbose else ROWS)
    write(report_lines(report, look), stream)
    if quiet:
        return
    write(_joint_lines(report, look), stream)
    write(note_lines(report.notes, look, verbose=verbose), stream)
    if verbose:
        write(_version_lines(report, look), stream)
    write([summary(report)], stream)


def print_statistics(report: Report, stream: TextIO, *, quiet: bool) -> None:
    """Writes how often each rule found something, the problems, and the summary unless it is to be ``quiet``."""
    from pipelint.report.findings.statistics import statistics_lines

    write(statistics_lines(report, look_of(stream)), stream)
    print_problems(report.problems, stream)
    if not quiet:
        write([summary(report)], stream)


def render_text(report: Report) -> str:
    """The findings, problems and the summary as plain text."""
    look = Look(configs=tuple(checked.config for checked in report.checked))
    notes = note_lines(report.notes, look, verbose=False)
    return render_plain([*report_lines(report, look), *_joint_lines(report, look), *notes, summary(report)])


def print_problems(problems: Iterable[Problem], stream: TextIO) -> None:
    """Writes what keeps a run from starting to ``stream``."""
    from pipelint.report.findings.parts.finding_lines import problem_lines

    look = look_of(stream)
    for problem in problems:
        write(problem_lines(problem, look), stream)


def report_lines(report: Report, look: Look) -> Iterator[Line]:
    """All findings in the order of their configs, then all problems, a blank line after each."""
    found = report.folded
    if not (found or report.problems):
        return
    # Imported here, as below: of clean configs no line is shown.
    from pipelint.report.findings.parts.finding_lines import finding_lines, problem_lines

    for finding in found:
        yield from finding_lines(finding, look)
        yield BLANK
    for problem in report.problems:
        yield from problem_lines(problem, look)
        yield BLANK


def _joint_lines(report: Report, look: Look) -> Iterator[Line]:
    """What the fixes of each config bring together; with its name where there are several."""
    for checked in report.checked:
        if not checked.joint:
            continue
        # Imported here: few configs have several fixes that make them faster.
        from pipelint.report.joint import joint_lines

        several = len(report.checked) > 1
        if several:
            yield line(Piece(look.shown(checked.config.name), Role.STRONG), ":")
        yield from (line("  " * several, *said) for said in joint_lines(checked.joint))


def _version_lines(report: Report, look: Look) -> Iterator[Line]:
    """For which release each config was judged, where something names one."""
    from pipelint.checker.config.versions import version_words

    for checked in report.checked:
        if words := version_words(checked.config.entry, checked.settings):
            yield line(Piece(look.shown(checked.config.name), Role.STRONG), ": versions: ", look.shown(words))


def note_lines(notes: Iterable[Note], look: Look, *, verbose: bool) -> Iterator[Line]:
    """What was passed over, one line each; without ``verbose`` only what is important."""
    for note in notes:
        if not (verbose or note.important):
            continue
        from pipelint.report.findings.parts.finding_lines import one_line

        said = f": {one_line(message_of(note), look)}"
        yield line(Piece(look.shown(note.path), Role.STRONG), ": ", Piece("note", Role.INFO), said)
