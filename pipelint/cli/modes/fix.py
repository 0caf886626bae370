"""``pipelint check --fix`` and ``--diff``: fixes before what is left is checked."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from pipelint.cli.option import Exit, UsageError
from pipelint.cli.overrides import FAILURE, UNREADABLE
from pipelint.cli.print_line import print_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pipelint.base.finding import Problem
    from pipelint.settings.project import Project
    from pipelint.sources import Unknown


def fix_first(
    paths: Sequence[str],
    project: Project,
    stdin: bytes | None,
    stdin_filename: str,
    unknown: Unknown,
    *,
    unsafe: bool,
    only_diff: bool,
) -> list[Problem]:
    """Fixes the files, and says on standard error how many, or what could not be fixed; then the caller checks what is left.

    Returns what could not be fixed. Ends the command itself where only a diff is asked for (exit code 1 if there is one), and
    where standard input is fixed (it is printed as fixed). Exits with a usage error on standard input beside files.
    """
    from pipelint.base.finding import Safety
    from pipelint.checker.loading import load_for
    from pipelint.checker.named_files import NamedFiles
    from pipelint.cli.modes.patches import print_diffs
    from pipelint.fixes.files import write_files
    from pipelint.fixes.run import count_text, fix
    from pipelint.report.findings.text import print_problems
    from pipelint.sources import Sealed

    if stdin is not None and len(paths) > 1 and not only_diff:
        raise UsageError("fix standard input on its own, without other files", "--fix")
    loaded = load_for(
        project, NamedFiles(), paths, stdin=stdin, stdin_filename=stdin_filename, unknown=unknown, sealed=Sealed.READ
    )
    done = fix(loaded, project, Safety.UNSAFE if unsafe else Safety.SAFE)
    problems = [*done.problems]
    if only_diff:
        print_diffs(done.files, loaded.configs, "--fix")
    elif stdin is not None:
        fixed = next((data for file, data in done.files.items() if file.path == stdin_filename), stdin)
        sys.stdout.buffer.write(fixed)
    else:
        problems += write_files(done.files)
    if only_diff or stdin is not None:
        # What could not be read the check would say.
        problems = [*loaded.problems, *problems]
        print_problems(problems, sys.stderr)
        raise Exit(UNREADABLE if problems else FAILURE if only_diff and done.files else 0)
    if problems:
        print_problems(problems, sys.stderr)
    else:
        print_line(f"fixed: {count_text(done.count, list(done.files))}", sys.stderr)
    return problems
