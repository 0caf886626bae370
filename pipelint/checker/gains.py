"""Gains: what a fix brings, predicted by making its edits in memory and estimating the edited config like any other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pipelint.base.finding import Finding, Gain
from pipelint.base.lean.record import replace
from pipelint.base.limits import left_out
from pipelint.checker.costs import model_for, predicted
from pipelint.checker.trial.trial import known, made, withdrawn
from pipelint.settings.model import Settings

if TYPE_CHECKING:
    from pipelint.cost.estimate import Estimate
    from pipelint.language.config import Config

# Predicting a gain reads and routes the edited config. Over this many stages in all, or comparisons of tags, the findings that
# rank last get none.
GAIN_STAGES, GAIN_WORK = 2_000, 400_000
# With samples their lines go through each edited config.
GAIN_SAMPLES = 16
# A change of the rate that would be shown as none.
_NOTHING = 0.005


def with_gains(findings: Sequence[Finding], config: Config, today: Estimate, settings: Settings) -> list[Finding]:
    """The findings, worst first, with the gains of those fixes that are meant to make the config faster, which are so tried."""
    stages, work = len(config.graph.stages), config.graph.work
    affordable = min(GAIN_STAGES // max(1, stages), GAIN_WORK // max(1, work))
    if settings.samples:
        affordable = min(affordable, GAIN_SAMPLES)
    out = []
    for finding in findings:
        if may_gain(finding):
            affordable -= 1
            if affordable >= 0:
                finding = _with_gain(finding, config, today, settings)
        out.append(finding)
    if affordable < 0:
        left_out(f"{-affordable:,} fixes have no predicted gain: that would take too long")
    return out


def may_gain(finding: Finding) -> bool:
    """Whether its fix is an edit that is meant to make the config faster."""
    return finding.category == "performance" and finding.fix is not None and bool(finding.fix.edits)


def _with_gain(finding: Finding, config: Config, today: Estimate, settings: Settings) -> Finding:
    """The finding with what its fix is predicted to bring: the edited config is read and costed like any other."""
    assert finding.fix is not None
    after = made(config, [finding.fix])
    if after is None:
        return replace(finding, fix=withdrawn(finding.fix))
    finding = replace(finding, fix=known(finding.fix))
    changed = predicted(after.config, model_for(config.engine.name, settings), settings)
    if changed is None:
        return finding
    gain = Gain(today.events_per_cpu_second.mid, changed.events_per_cpu_second.mid)
    if abs(gain.ratio - 1) < _NOTHING:
        # Where plugins were not measured what the fix changes is likely to be in that part: of it nothing is known.
        return finding
    return replace(finding, gain=gain)
