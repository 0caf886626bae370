"""Findings in configs that nothing seems to use any more: what would be a warning is an info there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from pipelint.base.disk import files
from pipelint.base.finding import Finding, Severity
from pipelint.base.lean.late import late
from pipelint.base.lean.record import replace

if TYPE_CHECKING:
    from pipelint.base.text.document import SourceFile
    from pipelint.language.config import Config

_WORDS = late(r"(?:^|[/._-])(?:old|bak|deprecated|disabled|unused|obsolete|orig)(?=[/._-]|$)|\.backup$", re.IGNORECASE)


def milder(findings: Sequence[Finding], config: Config) -> Sequence[Finding]:
    """The findings as they are, or without warnings where a config is out of use.

    The names of all files that it begins with say so, or its ConfigMap is mounted by no pod, and one beside it is.
    """
    entry = config.entry
    if not findings or not (entry.unmounted or all(_is_out_of_use(each.file) for each in entry.documents)):
        return findings
    return [replace(each, severity=Severity.INFO) if each.severity is Severity.WARNING else each for each in findings]


def _is_out_of_use(file: SourceFile) -> bool:
    return _says_so(file.path, file.project)


@lru_cache(maxsize=512)
def _says_so(path: str, project: tuple[str, ...]) -> bool:
    """Whether its name does, or that of a folder around it in the project."""
    if not _WORDS.search(path):
        return False
    home = next((each for each in project if files.within(path, [each])), "")
    inner = files.real(path)[len(home) :] if home else ""
    return _WORDS.search(inner or files.name(path)) is not None
