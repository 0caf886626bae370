"""``pipelint estimate``: the predicted cost, line by line."""

from __future__ import annotations

import sys
from dataclasses import replace

import typer

from pipelint.cli.options import (
    FAILURE,
    UNREADABLE,
    CpuLimit,
    Format,
    FormatOption,
    LineBytes,
    Paths,
    Runtime,
    RuntimeOption,
    Scale,
    StdinFilename,
    Verbose,
    cpus,
    read_stdin,
    settings,
)


def estimate(
    paths: Paths,
    output: FormatOption = Format.TEXT,
    line_bytes: LineBytes = 250,
    runtime: RuntimeOption = Runtime.DOCKER,
    scale: Scale = 1.0,
    cpu_limit: CpuLimit = None,
    stdin_filename: StdinFilename = "<stdin>",
    verbose: Verbose = False,
) -> None:
    """Predict events per second per CPU, and say which lines cost what."""
    from pipelint.checker import estimate_only

    wanted = replace(settings(line_bytes, runtime, scale, [], []), cpu_limit=cpus(cpu_limit))
    report = estimate_only(paths, wanted, stdin=read_stdin(paths), stdin_filename=stdin_filename)
    if output is Format.JSON:
        from pipelint.report.json import render_estimates

        sys.stdout.write(render_estimates(report, wanted))
    else:
        from pipelint.report.estimate_text import print_estimates

        print_estimates(report, wanted, sys.stdout, verbose=verbose)
    if report.problems:
        raise typer.Exit(UNREADABLE)
    if any(checked.config.errors for checked in report.checked):
        raise typer.Exit(FAILURE)
