"""``pipelint estimate``: the predicted cost, line by line."""

from __future__ import annotations

import sys

import typer

from pipelint.cli.options import (
    AllowOutside,
    ConfigFile,
    CpuLimit,
    Format,
    FormatOption,
    Isolated,
    LineBytes,
    Paths,
    RuntimeOption,
    Scale,
    StdinFilename,
    Verbose,
)
from pipelint.cli.overrides import FAILURE, UNREADABLE, Overrides, project, read_stdin
from pipelint.cli.overrides import cpu_limit as read_limit


def estimate(
    paths: Paths,
    output: FormatOption = Format.TEXT,
    line_bytes: LineBytes = None,
    runtime: RuntimeOption = None,
    scale: Scale = None,
    cpu_limit: CpuLimit = None,
    config: ConfigFile = None,
    isolated: Isolated = False,
    allow_outside: AllowOutside = [],  # noqa: B006 - typer reads the default, nothing changes it
    stdin_filename: StdinFilename = "<stdin>",
    verbose: Verbose = False,
) -> None:
    """Predict events per second per CPU, and say which lines cost what."""
    from pipelint.checker import estimate_only

    asked = Overrides(line_bytes, runtime, scale, read_limit(cpu_limit), estimates=True)
    settings = project(asked, config, isolated, allowed=allow_outside)
    report = estimate_only(paths, settings, stdin=read_stdin(paths), stdin_filename=stdin_filename)
    if output is Format.JSON:
        from pipelint.report.findings.json import render_estimates

        sys.stdout.write(render_estimates(report))
    else:
        from pipelint.report.estimate.text import print_estimates

        print_estimates(report, sys.stdout, verbose=verbose)
    if report.problems:
        raise typer.Exit(UNREADABLE)
    if any(checked.config.errors for checked in report.checked):
        raise typer.Exit(FAILURE)
