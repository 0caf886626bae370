"""What ``pipelint check`` does, its command line being read. Loads no typer, which only the errors need."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from pipelint.base.lean.record import replace
from pipelint.cli.outputs import outputs, print_for_people, print_for_programs, write_outputs
from pipelint.cli.overrides import FAILURE, UNREADABLE, Overrides, path_of, project, read_stdin, selectors
from pipelint.report.formats import CheckFormat, render

if TYPE_CHECKING:
    from pipelint.base.finding import Problem
    from pipelint.checker import Checked, Report
    from pipelint.cli.options import CheckOptions


def check_paths(options: CheckOptions) -> int:
    """Checks files and prints what was found. Returns the exit code."""
    from pipelint.checker import check as run
    from pipelint.sources import Unknown

    paths, stdin_filename, format_ = options.paths, options.stdin_filename, options.format
    unknown = Unknown.SKIPPED if options.skip_unknown else Unknown.REFUSED
    files = outputs(options.output, CheckFormat)
    formats = format_, *(kind for kind, _ in files)
    asked = Overrides(
        options.line_bytes,
        options.runtime,
        options.scale,
        None,
        *selectors(options.select, options.ignore),
        options.fail_on,
        path_of(options.baseline),
        estimates=CheckFormat.JSON in formats,
        gains=any(kind.shows_gains for kind in formats),
        targets=options.target,
        sample=options.sample,
    )
    settings = project(asked, options.config, options.isolated, allowed=options.allow_outside)
    settings.ignored = options.no_ignore
    stdin = read_stdin(paths)
    not_fixed: list[Problem] = []
    if options.fix or options.unsafe_fixes or options.diff:
        from pipelint.base.disk.asked import unrepeatable
        from pipelint.cli.fix import fix_first

        unrepeatable()
        not_fixed = fix_first(
            paths, settings, stdin, stdin_filename, unknown, unsafe=options.unsafe_fixes, only_diff=options.diff
        )
    report = run(paths, settings, stdin=stdin, stdin_filename=stdin_filename, unknown=unknown, jobs=options.jobs)
    if not_fixed:
        known = {(problem.path, problem.message) for problem in report.problems}
        new = [problem for problem in not_fixed if (problem.path, problem.message) not in known]
        report = replace(report, problems=(*report.problems, *new))
    if format_ is CheckFormat.TEXT:
        from pipelint.report.findings.text import print_report

        print_report(report, sys.stdout, verbose=options.verbose)
    elif format_ is CheckFormat.CONCISE:
        print_for_people(render(report, format_))
    else:
        print_for_programs(render(report, format_))
    written = write_outputs(files, lambda kind: render(report, kind), force=options.force)
    return exit_code(report) if written else UNREADABLE


def exit_code(report: Report) -> int:
    """2 where input could not be read, 1 with findings at or above the failing level of their config's settings, else 0."""
    if report.problems:
        return UNREADABLE
    return FAILURE if any(map(fails, report.checked)) else 0


def fails(checked: Checked) -> bool:
    """Whether a config has a finding at or above its failing level."""
    level = checked.settings.fail_on
    return level is not None and any(finding.severity >= level for finding in checked.findings)
