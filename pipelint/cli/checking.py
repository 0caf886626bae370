"""What ``pipelint check`` does, its command line being read. Loads no typer, which only the errors need."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pipelint.cli.asked import FAILURE, UNREADABLE, Asked, FailOn, Runtime, project, read_stdin, selectors
from pipelint.report.formats import CheckFormat, render

if TYPE_CHECKING:
    from pipelint.checker import Checked, Report


def check_paths(
    paths: list[str],
    *,
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
    fail_on: FailOn | None = None,
    format_: CheckFormat = CheckFormat.TEXT,
    output: Sequence[str] = (),
    baseline: Path | None = None,
    jobs: int | None = None,
    skip_unknown: bool = False,
    fix: bool = False,
    unsafe_fixes: bool = False,
    diff: bool = False,
    line_bytes: int | None = None,
    runtime: Runtime | None = None,
    scale: float | None = None,
    config: str | None = None,
    isolated: bool = False,
    stdin_filename: str = "<stdin>",
    verbose: bool = False,
) -> int:
    """Checks files and prints what was found. Returns the exit code; each argument is the option of its name."""
    from pipelint.checker import check as run
    from pipelint.sources import Unknown

    unknown = Unknown.SKIPPED if skip_unknown else Unknown.REFUSED
    files = outputs(output)
    asked = Asked(
        line_bytes,
        runtime,
        scale,
        None,
        *selectors(select, ignore),
        fail_on,
        baseline,
        estimates=CheckFormat.JSON in (format_, *(kind for kind, _ in files)),
    )
    settings, stdin = project(asked, config, isolated), read_stdin(paths)
    if fix or unsafe_fixes or diff:
        from pipelint.cli.fix import fix_first

        fix_first(paths, settings, stdin, stdin_filename, unknown, unsafe=unsafe_fixes, only_diff=diff)
    report = run(paths, settings, stdin=stdin, stdin_filename=stdin_filename, unknown=unknown, jobs=jobs)
    if format_ is CheckFormat.TEXT:
        from pipelint.report.text import print_report

        print_report(report, sys.stdout, verbose=verbose)
    else:
        print_rendered(render(report, format_), format_)
    write_outputs(report, files)
    return exit_code(report)


def outputs(words: Sequence[str]) -> list[tuple[CheckFormat, Path]]:
    """The formats and files of ``--output``. Exits with a usage error on what is no ``FORMAT:FILE``."""
    found = []
    for word in words:
        name, colon, path = word.partition(":")
        if not colon or not path or name not in list(map(str.lower, CheckFormat.__members__)):
            import typer

            known = ", ".join(kind.value for kind in CheckFormat)
            raise typer.BadParameter(f'"{word}" is no FORMAT:FILE; formats are {known}', param_hint="--output")
        found.append((CheckFormat(name), Path(path)))
    return found


def write_outputs(report: Report, files: list[tuple[CheckFormat, Path]]) -> None:
    """Writes the result to files. Exits with an error where one cannot be written."""
    for kind, path in files:
        try:
            # What is no text, a byte of a file's name, becomes a question mark.
            path.write_bytes(render(report, kind).encode("utf-8", "replace"))
        except OSError as error:
            import typer

            typer.echo(f"{path}: error: cannot be written: {error.strerror}", err=True)
            raise typer.Exit(UNREADABLE) from error


def print_rendered(text: str, kind: CheckFormat) -> None:
    """Prints a result: for programs as UTF-8, which they expect, for people as their terminal can show it."""
    encoding = (sys.stdout.encoding or "utf-8") if kind is CheckFormat.CONCISE else "utf-8"
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode(encoding, "replace"))


def exit_code(report: Report) -> int:
    """2 where input could not be read, 1 with findings at or above the failing level of their config's settings, else 0."""
    if report.problems:
        return UNREADABLE
    return FAILURE if any(map(fails, report.checked)) else 0


def fails(checked: Checked) -> bool:
    """Whether a config has a finding at or above its failing level."""
    level = checked.settings.fail_on
    return level is not None and any(finding.severity >= level for finding in checked.findings)
