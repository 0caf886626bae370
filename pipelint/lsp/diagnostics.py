"""Findings and problems as diagnostics."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol import types as lsp

from pipelint.base.finding import Finding, Problem, Severity
from pipelint.base.running.turns import pause
from pipelint.base.text.document import Place, SourceFile
from pipelint.base.text.span import Span
from pipelint.lsp.answers.settings import is_settings
from pipelint.lsp.positions import Positions
from pipelint.report.look import message_of, secrets_of
from pipelint.rules.index import load_index
from pipelint.rules.link import link_of

if TYPE_CHECKING:
    from pipelint.lsp.snapshot import Snapshot

SOURCE = "pipelint"
_SEVERITIES = {
    Severity.ERROR: lsp.DiagnosticSeverity.Error,
    Severity.WARNING: lsp.DiagnosticSeverity.Warning,
    Severity.INFO: lsp.DiagnosticSeverity.Information,
}


def diagnostics(snapshot: Snapshot, uri: str, encoding: str) -> list[lsp.Diagnostic]:
    """All findings in the file, by their place, and what could not be read of it."""
    found = [diagnostic(finding, snapshot, uri, encoding) for finding in snapshot.findings]
    found += [_problem(problem, snapshot, encoding) for problem in (*snapshot.problems, *_of_settings(snapshot))]
    return sorted(found, key=lambda d: (d.range.start.line, d.range.start.character, str(d.code)))


def diagnostic(finding: Finding, snapshot: Snapshot, uri: str, encoding: str) -> lsp.Diagnostic:
    """One finding."""
    pause()
    text = finding.message + (f"\n{finding.reason}" if finding.reason else "")
    tags = [lsp.DiagnosticTag.Deprecated] if finding.category == "deprecation" else None
    return lsp.Diagnostic(
        range=snapshot.positions.range(finding.place.file_span),
        message=text,
        severity=_SEVERITIES[finding.severity],
        code=finding.code,
        code_description=lsp.CodeDescription(link) if (link := link_of(finding.code)) else None,
        source=SOURCE,
        tags=tags,
        related_information=[
            lsp.DiagnosticRelatedInformation(location(related.place, snapshot, uri, encoding), related.message)
            for related in finding.related
        ]
        or None,
    )


def failure(error: Exception) -> lsp.Diagnostic:
    """The one diagnostic of a file that pipelint itself fails on."""
    start = lsp.Position(0, 0)
    why = secrets_of(()).prose(f"{type(error).__name__}: {error}")
    said = f"pipelint failed on this file ({why}); see the language server's log in the editor"
    return lsp.Diagnostic(lsp.Range(start, start), said, lsp.DiagnosticSeverity.Error, source=SOURCE)


def location(place: Place, snapshot: Snapshot, uri: str, encoding: str) -> lsp.Location:
    """Where a place is, in this file or in another one."""
    if snapshot.holds(place.document):
        return lsp.Location(uri, snapshot.positions.range(place.file_span))
    return location_on_disk(place, encoding)


def location_on_disk(place: Place, encoding: str) -> lsp.Location:
    """Where a place of a file is that was read from disk."""
    file = place.document.file
    return lsp.Location(Path(file.path).absolute().as_uri(), Positions(file.data, encoding).range(place.file_span))


def _problem(problem: Problem, snapshot: Snapshot, encoding: str) -> lsp.Diagnostic:
    """A problem where it is; one of another file (settings, a baseline) at the beginning, with the way there."""
    error = lsp.DiagnosticSeverity.Error
    if problem.path == snapshot.path:
        return lsp.Diagnostic(snapshot.positions.range(problem.span or Span(0, 0)), message_of(problem), error, source=SOURCE)
    where, related = problem.path, None
    if problem.file is not None and problem.span is not None:
        there = Positions(problem.file.data, encoding).range(problem.span)
        where += f":{there.start.line + 1}"
        place = lsp.Location(Path(problem.path).absolute().as_uri(), there)
        related = [lsp.DiagnosticRelatedInformation(place, message_of(problem))]
    start = snapshot.positions.range(Span(0, 0))
    said = f"{where}: {message_of(problem)}"
    return lsp.Diagnostic(start, said, error, source=SOURCE, related_information=related)


def _of_settings(snapshot: Snapshot) -> tuple[Problem, ...]:
    """What is wrong in a settings file that is open itself."""
    if not is_settings(snapshot):
        return ()
    from pipelint.settings.read import SettingsError, read_settings

    try:
        read_settings(SourceFile(snapshot.path, snapshot.text), load_index().rules)
    except SettingsError as error:
        return tuple(error.problems)
    return ()
