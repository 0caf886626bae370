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
    """Of the findings whose fixes may be made, in their order, those that do not touch what a former one changes.

    Nor is one among them that speaks of another place which a former one changes, or changes one that a former one speaks of:
    what is wrong may be gone then. Of two filters that do the same each may name the other.
    """
    together = Together()
    return [each for each in findings if applicable(each, level) and each.fix and together.take(each.fix, each.related)]
