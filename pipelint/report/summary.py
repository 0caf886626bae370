"""The last line of a check: how much was found in how much."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipelint.base.finding import Safety, Severity
from pipelint.checker.result import said_once
from pipelint.report.numbers import counted
from pipelint.report.printing.styled import Line, Piece, Role, line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pipelint.base.finding import Finding
    from pipelint.checker import Report


def summary(report: Report) -> Line:
    """``1 error, 2 info in 2 configs, 143 lines; 1 problem; 2 fixable with --fix``, or what was checked and found clean.

    A finding that is repeated counts once.
    """
    findings = report.folded
    counts = dict.fromkeys(reversed(Severity), 0)
    for finding in findings:
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
    if fixable := _fixable(findings):
        said += f"; {fixable}"
    return line(Piece(said, Role.GOOD if not found and not report.problems else Role.STRONG))


def _fixable(findings: Sequence[Finding]) -> str:
    """``2 fixable with --fix, 1 more with --unsafe-fixes``; "" where no fix can be made."""
    if not any(each.fix is not None and each.fix.edits for each in findings):
        return ""
    # Imported here: clean configs have nothing to fix.
    from pipelint.checker.trial.choose import applicable

    safe, all_ = (sum(applicable(each, level) for each in findings) for level in (Safety.SAFE, Safety.UNSAFE))
    said = [f"{safe:,} fixable with --fix"] if safe else []
    if all_ > safe:
        said.append(f"{all_ - safe:,} {'more' if safe else 'fixable'} with --unsafe-fixes")
    return ", ".join(said)


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
