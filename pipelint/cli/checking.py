"""What ``pipelint check`` does, its command line being read."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from typing import TYPE_CHECKING

from pipelint.base.lean.record import replace
from pipelint.cli.option import UsageError
from pipelint.cli.outputs import outputs, print_for_people, print_for_programs, write_outputs
from pipelint.cli.overrides import FAILURE, UNREADABLE, Overrides, path_of, project, read_stdin, selectors
from pipelint.report.formats import CheckFormat, render

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from pipelint.base.finding import Problem
    from pipelint.checker import Checked, Report
    from pipelint.cli.options import CheckOptions


def check_paths(options: CheckOptions) -> int:
    """Checks files and prints what was found. Returns the exit code."""
    from pipelint.checker import check as run
    from pipelint.sources import Unknown

    if options.watch:
        from pipelint.cli.modes.watch import watch

        return watch(replace(options, watch=False), check_paths)
    paths, stdin_filename, format_ = options.paths, options.stdin_filename, options.format
    if options.statistics and format_ not in (CheckFormat.TEXT, CheckFormat.CONCISE):
        raise UsageError(f"counts are printed as text, not as {format_.value}", "--statistics")
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
    if options.show_settings:
        from pipelint.cli.modes.show import show_settings

        return show_settings(paths, settings, options)
    stdin = read_stdin(paths)
    if options.show_files:
        from pipelint.cli.modes.show import show_files

        return show_files(paths, settings, stdin, stdin_filename, unknown, verbose=options.verbose)
    not_fixed: list[Problem] = []
    if options.add_ignore:
        from pipelint.base.disk.asked import unrepeatable
        from pipelint.cli.modes.add_ignore import add_ignore

        unrepeatable()
        not_fixed = add_ignore(paths, settings, unknown)
    elif options.fix or options.unsafe_fixes or options.diff:
        from pipelint.base.disk.asked import unrepeatable
        from pipelint.cli.modes.fix import fix_first

        unrepeatable()
        not_fixed = fix_first(
            paths, settings, stdin, stdin_filename, unknown, unsafe=options.unsafe_fixes, only_diff=options.diff
        )
    with _bar(options):
        report = run(paths, settings, stdin=stdin, stdin_filename=stdin_filename, unknown=unknown, jobs=options.jobs)
    if not_fixed:
        known = {(problem.path, problem.message) for problem in report.problems}
        new = [problem for problem in not_fixed if (problem.path, problem.message) not in known]
        report = replace(report, problems=(*report.problems, *new))
    _print(report, options)
    written = write_outputs(files, lambda kind: render(report, kind), force=options.force)
    code = exit_code(report) if written else UNREADABLE
    return 0 if options.exit_zero and code == FAILURE else code


def _print(report: Report, options: CheckOptions) -> None:
    # Imported here, as the formats are: a report for programs needs none of it.
    match options.format:
        case CheckFormat.TEXT | CheckFormat.CONCISE if options.statistics:
            from pipelint.report.findings.text import print_statistics

            print_statistics(report, sys.stdout, quiet=options.quiet)
        case CheckFormat.TEXT:
            from pipelint.report.findings.text import print_report

            print_report(report, sys.stdout, verbose=options.verbose, quiet=options.quiet)
        case CheckFormat.CONCISE:
            from pipelint.report.findings.concise import render_concise, render_findings

            print_for_people(render_findings(report) if options.quiet else render_concise(report))
        case other:
            print_for_programs(render(report, other))


def _bar(options: CheckOptions) -> AbstractContextManager[None]:
    """What shows on a terminal how far a check is."""
    if options.quiet or not sys.stderr.isatty():
        return nullcontext()
    from pipelint.cli.modes.progress import bar

    return bar(sys.stderr)


def exit_code(report: Report) -> int:
    """2 where input could not be read, 1 with findings at or above the failing level of their config's settings, else 0."""
    if report.problems:
        return UNREADABLE
    return FAILURE if any(map(fails, report.checked)) else 0


def fails(checked: Checked) -> bool:
    """Whether a config has a finding at or above its failing level."""
    level = checked.settings.fail_on
    return level is not None and any(finding.severity >= level for finding in checked.findings)
