"""Findings in configs that nothing seems to run: what would be a warning is an info there, by a name also an error."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pipelint.base.finding import Finding, Severity
from pipelint.base.lean.record import replace
from pipelint.sources.aside import is_old

if TYPE_CHECKING:
    from pipelint.language.config import Config


def milder(findings: Sequence[Finding], config: Config) -> Sequence[Finding]:
    """The findings as they are; without warnings where a config is out of use or an example, and infos alone where the names of
    its files say that nothing runs it.
    """
    if not findings:
        return findings
    old = is_old(config.entry)
    if not (old or config.entry.aside):
        return findings
    milder = (Severity.WARNING, Severity.ERROR) if old else (Severity.WARNING,)
    return [replace(each, severity=Severity.INFO) if each.severity in milder else each for each in findings]
