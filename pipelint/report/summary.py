"""The last line of a check: how much was found in how much."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipelint.base.finding import Severity
from pipelint.checker.result import said_once
from pipelint.report.numbers import counted
from pipelint.report.styled import Line, Piece, Role, line

if TYPE_CHECKING:
    from pipelint.checker import Report


def summary(report: Report) -> Line:
    """``1 error, 5 warnings, 2 info in 2 configs, 143 lines; 1 problem``, or what was checked and found clean.

    A finding that is repeated counts once.
    """
    counts = dict.fromkeys(reversed(Severity), 0)
    for finding in report.folded:
        counts[finding.severity] += 1
    found = ", ".join(
        f"{number:,} info" if severity is Severity.INFO else counted(number, severity.word)
        for severity, number in counts.items()
        if number
    )
    where = f"{counted(len(report.checked), 'config')}, {counted(lines_checked(report), 'line')}"
    said = f"{found or 'no findings'} in {where}" if report.checked else "no config was checked"
    for by, count in _hidden(report).items():
        said += f"; {count:,} hidden by {by}" if count else ""
    if report.problems:
        said += f"; {counted(len(report.problems), 'problem')}"
    return line(Piece(said, Role.GOOD if not found and not report.problems else Role.STRONG))


def _hidden(report: Report) -> dict[str, int]:
    """Findings that do not count, by what hides them."""
    return {
        "comments": len(said_once(checked.hidden for checked in report.checked)),
        "the baseline": len(said_once(checked.known for checked in report.checked)),
    }


def lines_checked(report: Report) -> int:
    """Lines of config in all documents, each counted once."""
    documents = {document for checked in report.checked for document in checked.config.documents}
    return sum(text.count(b"\n") + (not text.endswith(b"\n") and text != b"") for text in (d.text for d in documents))
