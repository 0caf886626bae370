"""What a run gives: Report, and Checked for each config; Loaded before anything was judged."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from pipelint.base.finding import Finding, Note, Problem
from pipelint.base.lean.record import dataclass, field
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
    """

    config: Config
    findings: tuple[Finding, ...]
    estimate: Estimate | None
    settings: Settings = field(default_factory=Settings)
    hidden: tuple[Finding, ...] = ()
    known: tuple[Finding, ...] = ()
    limits: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """All configs of a run, what could not be read, and what was passed over."""

    checked: tuple[Checked, ...]
    problems: tuple[Problem, ...]
    notes: tuple[Note, ...]

    @property
    def findings(self) -> list[Finding]:
        """The findings of all configs; what is found in a file that several of them read once."""
        return said_once(checked.findings for checked in self.checked)


@dataclass(frozen=True, slots=True)
class Loaded:
    """The configs of a run as their engines read them, what could not be read, and what was passed over."""

    configs: tuple[Config, ...]
    problems: tuple[Problem, ...]
    notes: tuple[Note, ...]


def said_once(by_config: Iterable[Sequence[Finding]]) -> list[Finding]:
    """The findings of all configs, each place of a file once: not of another config that reads it, nor of another alias."""
    seen: set[tuple[object, ...]] = set()
    out = []
    for findings in by_config:
        here: dict[tuple[object, ...], Document] = {}
        for finding in findings:
            document = finding.place.document
            key = finding.code, finding.message, document.file.path, finding.place.file_span
            if key not in seen and here.setdefault(key, document) is document:
                out.append(finding)
        seen.update(here)
    return out
