"""What a run gives: Report, and Checked for each config; Loaded before anything was judged."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipelint.base.finding import Finding, Note, Problem
from pipelint.base.record import dataclass, field
from pipelint.settings.model import Settings

if TYPE_CHECKING:
    from pipelint.cost.estimate import Estimate
    from pipelint.engines.config import Config


@dataclass(frozen=True, slots=True)
class Checked:
    """One config with its findings, worst first, and its estimate.

    The estimate is None where no event enters the config, where it cannot be read, and where nobody asked for it. Comments in
    the config hide the findings in ``hidden``, the baseline those in ``known``.
    """

    config: Config
    findings: tuple[Finding, ...]
    estimate: Estimate | None
    settings: Settings = field(default_factory=Settings)
    hidden: tuple[Finding, ...] = ()
    known: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """All configs of a run, what could not be read, and what was passed over."""

    checked: tuple[Checked, ...]
    problems: tuple[Problem, ...]
    notes: tuple[Note, ...]

    @property
    def findings(self) -> list[Finding]:
        """The findings of all configs."""
        return [finding for checked in self.checked for finding in checked.findings]


@dataclass(frozen=True, slots=True)
class Loaded:
    """The configs of a run as their engines read them, what could not be read, and what was passed over."""

    configs: tuple[Config, ...]
    problems: tuple[Problem, ...]
    notes: tuple[Note, ...]
