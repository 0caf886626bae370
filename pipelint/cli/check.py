"""``pipelint check``: findings."""

from __future__ import annotations

import enum
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from pipelint.cli.options import (
    FAILURE,
    UNREADABLE,
    Format,
    FormatOption,
    Ignore,
    LineBytes,
    Paths,
    Runtime,
    RuntimeOption,
    Scale,
    Select,
    StdinFilename,
    Verbose,
    read_stdin,
    settings,
)

if TYPE_CHECKING:
    from pipelint.checker import Report


class FailOn(str, enum.Enum):
    """From which severity on findings make the command fail."""

    INFO = "info"
    WARNING = "warning"
    ERROR = "error"
    NEVER = "never"


def check(
    paths: Paths,
    select: Select = [],  # noqa: B006 - typer reads the default, nothing changes it
    ignore: Ignore = [],  # noqa: B006
    fail_on: Annotated[FailOn, typer.Option("--fail-on", help="Exit with 1 from this severity on.")] = FailOn.WARNING,
    output: FormatOption = Format.TEXT,
    line_bytes: LineBytes = 250,
    runtime: RuntimeOption = Runtime.DOCKER,
    scale: Scale = 1.0,
    stdin_filename: StdinFilename = "<stdin>",
    verbose: Verbose = False,
) -> None:
    """Find what is wrong, slow or never reached in configs."""
    from pipelint.checker import check as run

    wanted = replace(settings(line_bytes, runtime, scale, select, ignore), estimates=output is Format.JSON)
    report = run(paths, wanted, stdin=read_stdin(paths), stdin_filename=stdin_filename)
    if output is Format.JSON:
        from pipelint.report.json import render_report

        sys.stdout.write(render_report(report))
    else:
        from pipelint.report.text import print_report

        print_report(report, sys.stdout, verbose=verbose)
    raise typer.Exit(exit_code(report, fail_on))


def exit_code(report: Report, fail_on: FailOn) -> int:
    """2 where input could not be read, 1 with findings at or above the failing level, else 0."""
    from pipelint.base.finding import Severity

    if report.problems:
        return UNREADABLE
    if fail_on is FailOn.NEVER:
        return 0
    level = Severity[fail_on.name]
    return FAILURE if any(finding.severity >= level for finding in report.findings) else 0
