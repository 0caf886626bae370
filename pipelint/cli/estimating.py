"""What ``pipelint estimate`` does, its command line being read: the predicted cost, line by line."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from pipelint.cli.options import Format
from pipelint.cli.overrides import FAILURE, UNREADABLE, Overrides, cpu_limit, project, read_stdin

if TYPE_CHECKING:
    from pipelint.cli.options import EstimateOptions


def estimate_paths(options: EstimateOptions) -> int:
    """Estimates files and prints what they cost. Returns the exit code."""
    from pipelint.checker import estimate_only

    limit = cpu_limit(options.cpu_limit)
    asked = Overrides(
        options.line_bytes,
        options.runtime,
        options.scale,
        limit,
        estimates=True,
        targets=options.target,
        sample=options.sample,
        measured=True,
    )
    settings = project(asked, options.config, options.isolated, allowed=options.allow_outside)
    settings.ignored = options.no_ignore
    stdin = read_stdin(options.paths)
    report = estimate_only(options.paths, settings, stdin=stdin, stdin_filename=options.stdin_filename)
    if options.format is Format.JSON:
        from pipelint.report.findings.json import render_estimates

        sys.stdout.write(render_estimates(report))
    else:
        from pipelint.report.estimate.text import print_estimates

        print_estimates(report, sys.stdout, verbose=options.verbose)
    if report.problems:
        return UNREADABLE
    return FAILURE if any(checked.config.errors for checked in report.checked) else 0
