"""What ``pipelint check`` does, its command line being read. Loads no typer, which only the errors need."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pipelint.base.lean.record import replace
from pipelint.cli.outputs import outputs, print_for_people, print_for_programs, write_outputs
from pipelint.cli.overrides import FAILURE, UNREADABLE, FailOn, Overrides, Runtime, project, read_stdin, selectors
from pipelint.report.formats import CheckFormat, render

if TYPE_CHECKING:
    from pathlib import Path

    from pipelint.base.finding import Problem
    from pipelint.checker import Checked, Report


def check_paths(
    paths: list[str],
    *,
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
    fail_on: FailOn | None = None,
    format_: CheckFormat = CheckFormat.TEXT,
    output: Sequence[str] = (),
    force: bool = False,
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
    allow_outside: Sequence[str] = (),
    stdin_filename: str = "<stdin>",
    verbose: bool = False,
) -> int:
    """Checks files and prints what was found. Returns the exit code; each argument is the option of its name."""
    from pipelint.checker import check as run
    from pipelint.sources import Unknown

    unknown = Unknown.SKIPPED if skip_unknown else Unknown.REFUSED
    files = outputs(output, CheckFormat)
    asked = Overrides(
        line_bytes,
        runtime,
        scale,
        None,
        *selectors(select, ignore),
        fail_on,
        baseline,
        estimates=CheckFormat.JSON in (format_, *(kind for kind, _ in files)),
    )
    settings, stdin = project(asked, config, isolated, allowed=allow_outside), read_stdin(paths)
    not_fixed: list[Problem] = []
    if fix or unsafe_fixes or diff:
        from pipelint.cli.fix import fix_first

        not_fixed = fix_first(paths, settings, stdin, stdin_filename, unknown, unsafe=unsafe_fixes, only_diff=diff)
    report = run(paths, settings, stdin=stdin, stdin_filename=stdin_filename, unknown=unknown, jobs=jobs)
    if not_fixed:
        known = {(problem.path, problem.message) for problem in report.problems}
        new = [problem for problem in not_fixed if (problem.path, problem.message) not in known]
        report = replace(report, problems=(*report.problems, *new))
    if format_ is CheckFormat.TEXT:
        from pipelint.report.findings.text import print_report

        print_report(report, sys.stdout, verbose=verbose)
    elif format_ is CheckFormat.CONCISE:
        print_for_people(render(report, format_))
    else:
        print_for_programs(render(report, format_))
    written = write_outputs(files, lambda kind: render(report, kind), force=force)
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
