"""Findings and problems as diagnostics."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from lsprotocol import types as lsp

from pipelint.base.finding import Finding, Problem, Severity
from pipelint.base.running.turns import pause
from pipelint.base.text.document import Place, SourceFile
from pipelint.base.text.span import Span
from pipelint.lsp.answers.settings import is_settings
from pipelint.lsp.positions import Positions, range_of
from pipelint.lsp.protocol.convert import Kept
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


_Where: TypeAlias = tuple[int, int, int, int]
_Said: TypeAlias = tuple[str, str, Severity, bool, _Where, tuple[tuple[str, _Where, str], ...]]
"""All that a diagnostic says of a finding: code, text, severity, whether something is deprecated, where, and what else where."""


class Diagnosed:
    """The diagnostics of the newest version of each open file: an edit leaves most of them as they are."""

    def __init__(self) -> None:
        self._of: dict[str, dict[_Said, lsp.Diagnostic]] = {}

    def diagnostics(self, snapshot: Snapshot, uri: str, encoding: str) -> list[lsp.Diagnostic]:
        """All findings in the file, by their place, and what could not be read of it."""
        before, now = self._of.get(uri, {}), dict[_Said, lsp.Diagnostic]()
        for finding in snapshot.findings:
            said = _said(finding, snapshot, uri, encoding)
            now[said] = before.get(said) or _diagnostic(said)
        self._of[uri] = now
        problems = (_problem(problem, snapshot, encoding) for problem in (*snapshot.problems, *_of_settings(snapshot)))
        return sorted((*now.values(), *problems), key=lambda d: (d.range.start.line, d.range.start.character, str(d.code)))

    def forget(self, uri: str) -> None:
        """A file is closed."""
        self._of.pop(uri, None)


def diagnostic(finding: Finding, snapshot: Snapshot, uri: str, encoding: str) -> lsp.Diagnostic:
    """One finding."""
    return _diagnostic(_said(finding, snapshot, uri, encoding))


def _said(finding: Finding, snapshot: Snapshot, uri: str, encoding: str) -> _Said:
    pause()
    text = f"{finding.message}\n{finding.reason}" if finding.reason else finding.message
    where = snapshot.positions.where(finding.place.file_span)
    beside = tuple((*_where(each.place, snapshot, uri, encoding), each.message) for each in finding.related)
    return finding.code, text, finding.severity, finding.category == "deprecation", where, beside


def _diagnostic(said: _Said) -> lsp.Diagnostic:
    code, text, severity, deprecated, where, beside = said
    related = [lsp.DiagnosticRelatedInformation(lsp.Location(uri, range_of(at)), why) for uri, at, why in beside]
    return Kept(
        range=range_of(where),
        message=text,
        severity=_SEVERITIES[severity],
        code=code,
        code_description=lsp.CodeDescription(link) if (link := link_of(code)) else None,
        source=SOURCE,
        tags=[lsp.DiagnosticTag.Deprecated] if deprecated else None,
        related_information=related or None,
    )


def failure(error: Exception) -> lsp.Diagnostic:
    """The one diagnostic of a file that pipelint itself fails on."""
    start = lsp.Position(0, 0)
    why = secrets_of(()).prose(f"{type(error).__name__}: {error}")
    said = f"pipelint failed on this file ({why}); see the language server's log in the editor"
    return lsp.Diagnostic(lsp.Range(start, start), said, lsp.DiagnosticSeverity.Error, source=SOURCE)


def location(place: Place, snapshot: Snapshot, uri: str, encoding: str) -> lsp.Location:
    """Where a place is, in this file or in another one."""
    uri, where = _where(place, snapshot, uri, encoding)
    return lsp.Location(uri, range_of(where))


def location_on_disk(place: Place, encoding: str) -> lsp.Location:
    """Where a place of a file is that was read from disk."""
    uri, where = _on_disk(place, encoding)
    return lsp.Location(uri, range_of(where))


def _where(place: Place, snapshot: Snapshot, uri: str, encoding: str) -> tuple[str, _Where]:
    held = snapshot.holds(place.document)
    return (uri, snapshot.positions.where(place.file_span)) if held else _on_disk(place, encoding)


def _on_disk(place: Place, encoding: str) -> tuple[str, _Where]:
    file = place.document.file
    return Path(file.path).absolute().as_uri(), Positions(file.data, encoding).where(place.file_span)


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
