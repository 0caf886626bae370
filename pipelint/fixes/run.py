"""Fixes the configs of a run: from paths to the new bytes of files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pipelint.base.finding import Problem, Safety
from pipelint.base.lean.record import dataclass, replace
from pipelint.base.text.document import SourceFile
from pipelint.checker.named_files import NamedFiles
from pipelint.checker.result import Checked, Loaded
from pipelint.checker.run import each_config
from pipelint.fixes.apply import Fixed, fix_config
from pipelint.fixes.files import rewrite
from pipelint.settings.model import Settings
from pipelint.settings.project import Project

if TYPE_CHECKING:
    from pipelint.language.config import Config


@dataclass(frozen=True, slots=True)
class Run:
    """The new bytes of the files that change, how many fixes that were, and what could not be done."""

    files: dict[SourceFile, bytes]
    count: int
    problems: tuple[Problem, ...]


def fix(loaded: Loaded, project: Project, level: Safety) -> Run:
    """Makes the fixes of all loaded configs in memory, up to ``level`` (safe or unsafe); nothing is written.

    Suppressed findings, known ones of a baseline and rules that are not selected are left alone.
    """
    fixed = Fixed()

    def fix_one(config: Config, settings: Settings, files: NamedFiles) -> Checked:
        fix_config(config, settings, files.rules(settings), level, fixed, files.baseline(settings))
        return Checked(config, (), None, settings)

    report = each_config(replace(loaded, problems=(), notes=()), project, fix_one)
    written = rewrite(dict(fixed.texts.values()))
    return Run(written.files, fixed.count, (*report.problems, *written.problems))


def count_text(count: int, files: Sequence[SourceFile]) -> str:
    """``3 fixes in 2 files``, or ``nothing``."""
    if not count:
        return "nothing"
    return f"{count:,} fix{'es' if count != 1 else ''} in {len(files):,} file{'s' if len(files) != 1 else ''}"
