"""``pipelint check --fix`` and ``--diff``: fixes before what is left is checked."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from pipelint.cli.overrides import FAILURE, UNREADABLE
from pipelint.cli.print_line import print_line
from pipelint.report.uri import shown_path

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from pipelint.base.finding import Problem
    from pipelint.base.text.document import SourceFile
    from pipelint.language.config import Config
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
    from pipelint.fixes.files import write_files
    from pipelint.fixes.run import count_text, fix
    from pipelint.report.findings.text import print_problems
    from pipelint.sources import Sealed

    if stdin is not None and len(paths) > 1 and not only_diff:
        raise typer.BadParameter("fix standard input on its own, without other files", param_hint="--fix")
    loaded = load_for(
        project, NamedFiles(), paths, stdin=stdin, stdin_filename=stdin_filename, unknown=unknown, sealed=Sealed.READ
    )
    done = fix(loaded, project, Safety.UNSAFE if unsafe else Safety.SAFE)
    problems = [*done.problems]
    if only_diff:
        _print_diffs(done.files, loaded.configs)
    elif stdin is not None:
        fixed = next((data for file, data in done.files.items() if file.path == stdin_filename), stdin)
        sys.stdout.buffer.write(fixed)
    else:
        problems += write_files(done.files)
    if only_diff or stdin is not None:
        # What could not be read the check would say.
        problems = [*loaded.problems, *problems]
        print_problems(problems, sys.stderr)
        raise typer.Exit(UNREADABLE if problems else FAILURE if only_diff and done.files else 0)
    if problems:
        print_problems(problems, sys.stderr)
    else:
        print_line(f"fixed: {count_text(done.count, list(done.files))}", sys.stderr)
    return problems


def _print_diffs(files: Mapping[SourceFile, bytes], configs: Iterable[Config]) -> None:
    """What changes in each file, without the secrets on its lines; says on standard error where that leaves no patch."""
    from pipelint.fixes.files import unified_diff
    from pipelint.report.findings.parts.patch import masked_patch
    from pipelint.report.look import secrets_of

    secrets, masked = secrets_of(tuple(configs)), 0
    for file, data in files.items():
        whole = unified_diff(_name(file.path), file.data, data)
        shown = masked_patch(whole, secrets.file(file, 0, len(file.data)), secrets.lines(data, file))
        masked += shown != whole
        # The bytes of the file: whatever the terminal can show, patch has to read them.
        sys.stdout.buffer.write(shown)
    if masked:
        sys.stdout.flush()
        what = "secrets are masked in this output: as a patch it does not apply to the lines that contain them"
        print_line(f"{what} ({masked:,} of {len(files):,} files); --fix makes the changes", sys.stderr)


def _name(path: str) -> str:
    """What a diff calls a file: its path from here, of one that lies elsewhere from the root."""
    shown = shown_path(path)
    return (str(Path(path).resolve()) if shown.startswith("../") else shown).lstrip("/")
