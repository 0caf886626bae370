"""Fixes the configs of a run: from paths to the new bytes of files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pipelint.base.finding import Problem, Safety
from pipelint.base.lean.record import dataclass, replace
from pipelint.base.text.document import SourceFile
from pipelint.checker.loading import load_for
from pipelint.checker.named_files import NamedFiles
from pipelint.checker.result import Checked, Loaded
from pipelint.checker.run import each_config
from pipelint.fixes.apply import MAX_ROUNDS, Fixed, fix_config
from pipelint.fixes.files import rewrite
from pipelint.settings.model import Settings
from pipelint.settings.project import Project
from pipelint.sources import Sealed, Unknown

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
    files, once = NamedFiles(), _fix_as_read(loaded, project, level)
    templates = {config.entry.documents[0].file for config in loaded.configs if config.entry.loose}
    for file in templates & once.files.keys():
        once = _fix_again(once, file, project, files, level)
    return once


def _fix_again(done: Run, file: SourceFile, project: Project, files: NamedFiles, level: Safety) -> Run:
    """The same with what can be fixed in a template after its first fixes: it has to be read anew for that."""
    for _ in range(MAX_ROUNDS):
        loaded = load_for(
            project, files, ["-"], stdin=done.files[file], stdin_filename=file.path, unknown=Unknown.SKIPPED, sealed=Sealed.READ
        )
        more = _fix_as_read(loaded, project, level)
        written = next((data for other, data in more.files.items() if other.path == file.path), None)
        if written is None:
            break
        done = Run({**done.files, file: written}, done.count + more.count, done.problems)
    return done


def _fix_as_read(loaded: Loaded, project: Project, level: Safety) -> Run:
    """All fixes that follow from the configs as they were read; of a template those alone that its first reading shows."""
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
