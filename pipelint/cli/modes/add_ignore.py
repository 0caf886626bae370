"""``pipelint check --add-ignore``: a suppression comment for each of today's findings, before what is left is checked."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pipelint.cli.option import UsageError
from pipelint.cli.print_line import print_line

if TYPE_CHECKING:
    from pipelint.base.finding import Problem
    from pipelint.settings.project import Project
    from pipelint.sources import Unknown

# Manifests get theirs after the configs in them.
_ROUNDS = 2


def add_ignore(paths: Sequence[str], project: Project, unknown: Unknown) -> list[Problem]:
    """Writes the comments into the files, and says on standard error how many. Returns what could not be written.

    Exits with a usage error on standard input.
    """
    from pipelint.checker.loading import load_for
    from pipelint.checker.named_files import NamedFiles
    from pipelint.fixes.files import write_files
    from pipelint.fixes.ignore import ignore
    from pipelint.report.findings.text import print_problems
    from pipelint.report.numbers import counted

    if "-" in paths:
        raise UsageError("comments are written into files, not to standard input", "--add-ignore")
    files = NamedFiles()
    count, changed, problems = 0, set[str](), list["Problem"]()
    for _ in range(_ROUNDS):
        loaded = load_for(project, files, paths, unknown=unknown)
        done = ignore(loaded, project)
        problems += [*done.problems, *write_files(done.files)]
        if problems or not done.files:
            break
        count += done.count
        changed.update(file.path for file in done.files)
    print_problems(problems, sys.stderr)
    said = f"{counted(count, 'comment')} in {counted(len(changed), 'file')}" if count else "nothing"
    print_line(f"added: {said}", sys.stderr)
    return problems
