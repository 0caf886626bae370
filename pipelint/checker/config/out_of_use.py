"""Findings in configs that nothing seems to run: what would be a warning is an info there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pipelint.base.finding import Finding, Severity
from pipelint.base.lean.record import replace
from pipelint.sources.aside import is_old

if TYPE_CHECKING:
    from pipelint.language.config import Config


def milder(findings: Sequence[Finding], config: Config) -> Sequence[Finding]:
    """The findings as they are, or without warnings where a config is out of use, or an example."""
    if not findings or not (config.entry.aside or is_old(config.entry)):
        return findings
    return [replace(each, severity=Severity.INFO) if each.severity is Severity.WARNING else each for each in findings]
