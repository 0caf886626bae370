"""What ``pipelint estimate`` does, its command line being read: the predicted cost, line by line."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from pipelint.base.lean.record import replace
from pipelint.cli.options import EstimateFormat
from pipelint.cli.outputs import print_for_programs
from pipelint.cli.overrides import FAILURE, UNREADABLE, Overrides, cpu_limit, project, read_stdin, selectors

if TYPE_CHECKING:
    from pipelint.checker import Report
    from pipelint.cli.options import EstimateOptions
    from pipelint.settings.project import Project


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
        rate=options.rate,
    )
    chosen, _ = selectors(options.what_if, ())
    asked = replace(asked, select=chosen) if chosen else asked
    settings = project(asked, options.config, options.isolated, allowed=options.allow_outside)
    settings.ignored = options.no_ignore
    stdin = read_stdin(options.paths)
    if chosen:
        report = _what_if(options, settings, stdin)
    else:
        report = estimate_only(options.paths, settings, stdin=stdin, stdin_filename=options.stdin_filename)
    match options.format:
        case EstimateFormat.JSON:
            from pipelint.report.findings.json import render_estimates

            sys.stdout.write(render_estimates(report))
        case EstimateFormat.MARKDOWN:
            from pipelint.report.estimate.markdown import render_markdown

            print_for_programs(render_markdown(report))
        case EstimateFormat.TEXT:
            from pipelint.report.estimate.text import print_estimates

            print_estimates(report, sys.stdout, verbose=options.verbose)
    if report.problems:
        return UNREADABLE
    return FAILURE if any(checked.config.errors for checked in report.checked) else 0


def _what_if(options: EstimateOptions, settings: Project, stdin: bytes | None) -> Report:
    from pipelint.checker import load
    from pipelint.checker.named_files import NamedFiles
    from pipelint.fixes.what_if import estimate_fixed

    files = NamedFiles()
    loaded = load(
        options.paths,
        stdin=stdin,
        stdin_filename=options.stdin_filename,
        opened=settings.opened,
        ignored=settings.ignored,
        plugins=files.plugins_of(settings),
    )
    return estimate_fixed(loaded, settings, files)
