"""What a run gives: Report, and Checked for each config; Loaded before anything was judged."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from pipelint.base.finding import Finding, JointGain, Note, Problem
from pipelint.base.lean.record import dataclass, field, replace
from pipelint.settings.model import Settings

if TYPE_CHECKING:
    from pipelint.base.text.document import Document
    from pipelint.cost.estimate import Estimate
    from pipelint.language.config import Config


@dataclass(frozen=True, slots=True)
class Checked:
    """One config with its findings, worst first, and its estimate.

    The estimate is None where no event enters the config, where it cannot be read, and where nobody asked for it. Comments in
    the config hide the findings in ``hidden``, the baseline those in ``known``. ``limits`` says in words what was left out.
    ``joint``: what fixes bring together. ``before``: what the config costs without fixes that are made in memory alone.
    """

    config: Config
    findings: tuple[Finding, ...]
    estimate: Estimate | None
    settings: Settings = field(default_factory=Settings)
    hidden: tuple[Finding, ...] = ()
    known: tuple[Finding, ...] = ()
    limits: tuple[str, ...] = ()
    joint: tuple[JointGain, ...] = ()
    before: Estimate | None = None


@dataclass(frozen=True, slots=True)
class Report:
    """All configs of a run, what could not be read, and what was passed over."""

    checked: tuple[Checked, ...]
    problems: tuple[Problem, ...]
    notes: tuple[Note, ...]

    @property
    def findings(self) -> list[Finding]:
        """The findings of all configs, each at its place; what is found in a file that several of them read once."""
        return said_once(checked.findings for checked in self.checked)

    @property
    def folded(self) -> list[Finding]:
        """The same for people to read: what repeats another finding of its config is in that one's ``more``."""
        return [each for findings in _once(checked.findings for checked in self.checked) for each in folded(findings)]


@dataclass(frozen=True, slots=True)
class Loaded:
    """The configs of a run as their engines read them, what could not be read, and what was passed over."""

    configs: tuple[Config, ...]
    problems: tuple[Problem, ...]
    notes: tuple[Note, ...]


def said_once(by_config: Iterable[Sequence[Finding]]) -> list[Finding]:
    """The findings of all configs, each place of a file once: not of another config that reads it, nor of another alias."""
    return [finding for findings in _once(by_config) for finding in findings]


def _once(by_config: Iterable[Sequence[Finding]]) -> Iterator[list[Finding]]:
    seen: set[tuple[object, ...]] = set()
    for findings in by_config:
        out = []
        here: dict[tuple[object, ...], Document] = {}
        for finding in findings:
            document = finding.place.document
            key = finding.code, finding.message, document.file.path, finding.place.file_span
            if key not in seen and here.setdefault(key, document) is document:
                out.append(finding)
        seen.update(here)
        yield out


def folded(findings: Iterable[Finding]) -> list[Finding]:
    """The findings of one config with the repetitions of each in its ``more``, by their places. What comes first stays first."""
    causes = by_cause(findings)
    return [replace(first, more=tuple(sorted(rest, key=_place))) if rest else first for first, *rest in causes]


def by_cause(findings: Iterable[Finding]) -> list[list[Finding]]:
    """Those of one config that have one cause: they say the same of the same other places, and offer the same change."""
    causes: dict[tuple[object, ...], list[Finding]] = {}
    for finding in findings:
        causes.setdefault(_cause(finding), []).append(finding)
    return list(causes.values())


def _place(finding: Finding) -> tuple[str, int]:
    return finding.place.document.name, finding.place.span.start


def _cause(finding: Finding) -> tuple[object, ...]:
    fix = finding.fix
    said = finding.code, finding.severity, finding.message, finding.reason
    related = tuple((id(each.place.document), each.place.span, each.message) for each in finding.related)
    return *said, related, None if fix is None else (fix.title, fix.safety)
