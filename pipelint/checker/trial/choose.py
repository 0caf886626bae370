"""Chooses fixes that can be made together: each whole, none that touches what another changes."""

from __future__ import annotations

from collections.abc import Iterable

from pipelint.base.finding import Finding, Safety
from pipelint.checker.trial.together import Together


def applicable(finding: Finding, level: Safety) -> bool:
    """Whether the fix of a finding may be made: safe ones always, unsafe ones where ``level`` is unsafe."""
    fix = finding.fix
    if fix is None or not fix.edits:
        return False
    return fix.safety is Safety.SAFE or (fix.safety is Safety.UNSAFE and level is Safety.UNSAFE)


def choose(findings: Iterable[Finding], level: Safety) -> list[Finding]:
    """Of the findings whose fixes may be made, in their order, those that do not touch what a former one changes."""
    together = Together()
    return [finding for finding in findings if applicable(finding, level) and finding.fix and together.take(finding.fix)]
