"""Snapshot: one version of an open file as the checker sees it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from pipelint.base.finding import Finding, Gain, Problem
from pipelint.base.lean.record import dataclass, field
from pipelint.base.text.document import Document, Place
from pipelint.checker.config.costs import estimate_config
from pipelint.checker.config.findings import with_fixes
from pipelint.checker.config.unedited import Unedited
from pipelint.checker.loading import load
from pipelint.checker.named_files import NamedFiles
from pipelint.checker.result import Checked, by_cause
from pipelint.checker.run import check_loaded
from pipelint.lsp.positions import Positions
from pipelint.rules.asking import identity
from pipelint.rules.index import load_index
from pipelint.settings.project import Project
from pipelint.sources.entry import Sealed, Unknown

if TYPE_CHECKING:
    from pipelint.base.text.changes import Change
    from pipelint.cost.estimate import Estimate
    from pipelint.plugins.index import Index as Plugins

_STDIN = "-"


@dataclass(frozen=True, slots=True, eq=False)
class Snapshot:
    """A file's text in one version, its configs with their findings (fixes and gains if asked for), and what could not be read.

    Findings of files that it includes are not among them: they are those files' own.
    """

    path: str
    version: int | None
    text: bytes
    positions: Positions
    checked: tuple[Checked, ...]
    problems: tuple[Problem, ...]
    beside: ProjectFiles
    _estimates: dict[int, Estimate | None] = field(default_factory=dict, repr=False)
    _fixed: list[list[Finding]] = field(default_factory=list, repr=False)
    _gains: dict[object, Gain | None] = field(default_factory=dict, repr=False)
    made: dict[tuple[str | None, int | None], list[Change]] = field(default_factory=dict, repr=False)
    """What fixes made together change, by the rule and the config's number (None: all), as far as that was asked for."""

    whole: list[Estimate | None] = field(default_factory=list, repr=False)
    """The estimate of the config on disk that the file is a part of (None: there is none), as far as that was asked for."""

    def estimate(self, checked: Checked) -> Estimate | None:
        """The estimate of one of its configs, made when it is first asked for; None where there is none."""
        from pipelint.checker.samples.sources import SampleError
        from pipelint.cost.model import CostModelError

        if id(checked) not in self._estimates:
            try:
                found = None if checked.config.errors else estimate_config(checked.config, checked.settings, editing=True)
            except (CostModelError, SampleError, OSError):
                # The diagnostics say what is wrong with the settings' cost model.
                found = None
            self._estimates[id(checked)] = found
        return self._estimates[id(checked)]

    @property
    def shown(self) -> tuple[Checked, ...]:
        """Its configs but those of which nothing may be quoted."""
        return tuple(checked for checked in self.checked if not checked.config.entry.sealed)

    @property
    def findings(self) -> list[Finding]:
        """The findings in this file, each once."""
        return _once(finding for checked in self.checked for finding in self._here(checked))

    def with_fixes(self) -> list[Finding]:
        """The findings with their fixes, which are made and tried when they are first asked for."""
        if not self._fixed:
            found = (finding for checked in self.checked for finding in self._with_fixes(checked))
            self._fixed.append(_once(found))
        return self._fixed[0]

    def gain(self, finding: Finding) -> Gain | None:
        """What the fix of a finding brings at all places of its cause, predicted when it is first asked for; None for nothing."""
        key = identity(finding)
        if finding.gains and key not in self._gains:
            self._gains[key] = self._gain(finding)
        return self._gains.get(key)

    def _gain(self, finding: Finding) -> Gain | None:
        # Imported here: nobody may ever ask for one.
        from pipelint.checker.config.gains import gain_of
        from pipelint.checker.samples.sources import SampleError
        from pipelint.cost.model import CostModelError

        for checked in self.checked:
            here = [each for each in self.with_fixes() if each.place.document in checked.config.documents]
            for cause in by_cause(here):
                if any(identity(each) == identity(finding) for each in cause):
                    try:
                        return gain_of(cause, checked.config, checked.settings)
                    except (CostModelError, SampleError, OSError):
                        return None
        return None

    def _with_fixes(self, checked: Checked) -> list[Finding]:
        here, rules = self._here(checked), self.beside.named.rules(checked.settings)
        return with_fixes(here, checked.config, checked.settings, rules) if here else []

    def _here(self, checked: Checked) -> list[Finding]:
        return [finding for finding in checked.findings if self.holds(finding.place.document)]

    def holds(self, document: Document) -> bool:
        """Whether a document is this file, or a part of it."""
        return document.file.path == self.path

    def at(self, offset: int) -> tuple[Checked, Place] | None:
        """The config in which the byte at ``offset`` of the file stands, and its place in a document of it (empty)."""
        from pipelint.language.cursor import document_offset

        for checked in self.shown:
            for document in checked.config.documents:
                if self.holds(document) and (place := document_offset(document, offset)) is not None:
                    return checked, place
        return None


def _once(findings: Iterable[Finding]) -> list[Finding]:
    """Findings of several configs, each place of the file once."""
    seen: dict[tuple[str, int, int, str], Finding] = {}
    for finding in findings:
        span = finding.place.file_span
        seen.setdefault((finding.code, span.start, span.end, finding.message), finding)
    return list(seen.values())


@dataclass(frozen=True, slots=True, eq=False)
class ProjectFiles:
    """What lies beside the open files and counts for them: settings, and what these name. Read once, until it changes."""

    project: Project = field(default_factory=lambda: Project(lambda: load_index().rules))
    named: NamedFiles = field(default_factory=NamedFiles)
    unedited: Unedited = field(default_factory=Unedited)

    def plugins(self, path: str) -> Plugins | None:
        """A team's own plugins for the file of this path."""
        return self.named.plugins_of(self.project)(path)


def take_snapshot(path: str, text: bytes, version: int | None, beside: ProjectFiles, encoding: str) -> Snapshot:
    """The snapshot of a text. Raises nothing about the text: what is wrong with it stands in the snapshot."""
    # The bytes stand in for the file on disk: includes resolve beside it, and settings are those of its folder.
    # Most files in an editor are no configs: nothing is said of them.
    loaded = load([_STDIN], stdin=text, stdin_filename=path, unknown=Unknown.SKIPPED, plugins=beside.plugins, sealed=Sealed.READ)
    report = check_loaded(loaded, beside.project, files=beside.named, editing=beside.unedited)
    return Snapshot(path, version, text, Positions(text, encoding), report.checked, report.problems, beside)
