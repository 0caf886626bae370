"""Findings in configs that nothing seems to run: warnings are infos there, and errors where no engine reads the file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pipelint.base.finding import Finding, Severity
from pipelint.base.lean.record import replace
from pipelint.engines.registry import ENGINES
from pipelint.sources.aside import is_old, is_unread

if TYPE_CHECKING:
    from pipelint.language.config import Config


def milder(findings: Sequence[Finding], config: Config) -> Sequence[Finding]:
    """The findings as they are, or without warnings where a config is out of use, or an example.

    Errors go with them where the folder, or the ending, says that no engine reads it, or its folder is run without it, or
    the list of pipelines beside it does not name it.
    """
    entry = config.entry
    if not any(each.severity in (Severity.WARNING, Severity.ERROR) for each in findings):
        return findings
    idle, aside = entry.idle or entry.unlisted is not None, entry.aside or is_old(entry)
    if not idle:
        # Imported here: a clean config is asked nothing.
        from pipelint.sources.use.unused import use_of

        use = use_of(entry, ENGINES)
        idle, aside = use == "idle", aside or use == "aside"
    if not (aside or idle):
        return findings
    milder = {Severity.WARNING, Severity.ERROR} if idle or is_unread(entry) else {Severity.WARNING}
    return [replace(each, severity=Severity.INFO) if each.severity in milder else each for each in findings]
