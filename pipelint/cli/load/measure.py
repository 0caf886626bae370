"""``pipelint measure``: the config on the installed engine: CPU per event, of the whole and of each stage."""

from __future__ import annotations

import shlex
import sys
from typing import TYPE_CHECKING, NoReturn

from pipelint.base.quantity import read_quantity, read_seconds, read_share
from pipelint.cli.load.measure_options import MeasureOptions
from pipelint.cli.option import Exit, UsageError
from pipelint.cli.outputs import outputs, print_for_people, print_for_programs, taken, write_outputs
from pipelint.cli.overrides import UNREADABLE, Overrides, project
from pipelint.cli.print_line import print_line
from pipelint.report.formats import MeasureFormat, render_measure

if TYPE_CHECKING:
    from pipelint.checker.result import Checked
    from pipelint.measure.model import Plan, Result


def measure(options: MeasureOptions) -> None:
    """Run a config on the installed engine and time it. On this machine alone: CPU per event, beside what is predicted."""
    from pipelint.checker.named_files import NamedFiles
    from pipelint.measure.run import measure as measured
    from pipelint.plugins.team import knowing
    from pipelint.report.look import secrets_of

    plan = _plan(options)
    files = outputs(options.output, MeasureFormat)
    for _, path in files:
        if wrong := taken(path, force=options.force):
            _fail(f"{path}: error: {wrong}")
    checked = _checked(options)
    ask(options.yes, checked.config.name)
    quiet = options.format is not MeasureFormat.TEXT
    with knowing(NamedFiles().plugins(checked.settings)):
        found = measured(checked.config, checked.settings, plan, ablate=options.ablate, progress=progress)
    progress("")
    # The last words of an engine may be a part of the config.
    found.error = secrets_of((found.config,)).prose(found.error)
    if found.error or found.stopped:
        _say_why(found)
    if any(each.us for each in found.variants):
        (print_for_programs if quiet else print_for_people)(render_measure(found, options.format))
    written = write_outputs(files, lambda kind: render_measure(found, kind), force=options.force)
    raise Exit(128 + found.stopped if found.stopped else UNREADABLE if found.error or not written else 0)


def ask(yes: bool, name: str) -> None:
    """Exits unless somebody agrees that the code of a config runs."""
    if yes:
        return
    what = f"{name} will be run: its Ruby code, its plugins and the programs that it names, with your rights"
    if not sys.stdin.isatty():
        _fail(f"{what}; agree with --yes")
    import typer

    if not typer.confirm(f"{what}. Its inputs are fed and its outputs caught on this machine. Go on?", err=True):
        raise Exit(UNREADABLE)


def progress(said: str) -> None:
    """Shows on a terminal what is being done, on one line; nothing ends it."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[K{said[:78]}")
        sys.stderr.flush()


def engine_words(command: str | None) -> tuple[str, ...]:
    """The words of ``--engine-command``. Exits with a usage error."""
    try:
        words = tuple(shlex.split(command or ""))
    except ValueError as error:
        raise UsageError(f"{error}".lower(), "--engine-command") from error
    if command is not None and not words:
        raise UsageError("is empty", "--engine-command")
    return words


def _plan(options: MeasureOptions) -> Plan:
    from pipelint.measure.model import Plan
    from pipelint.measure.sinks.base import Manners

    precision, wrong, disk = read_share(options.precision), read_share(options.error_rate), read_quantity(options.max_disk)
    if not precision:
        raise UsageError(f'"{options.precision}" is not a percentage such as 5%', "--precision")
    if wrong is None:
        raise UsageError(f'"{options.error_rate}" is not a percentage such as 5%', "--error-rate")
    if disk is None:
        raise UsageError(f'"{options.max_disk}" is not a size such as 500M', "--max-disk")
    return Plan(
        program=engine_words(options.engine_command),
        sample=options.sample or "",
        line_bytes=options.line_bytes,
        precision=precision,
        runs=options.runs,
        cpu=_seconds(options.cpu, "--cpu"),
        start=_seconds(options.start, "--start"),
        wait=_seconds(options.wait, "--wait"),
        idle=_seconds(options.idle, "--idle"),
        disk=int(disk),
        manners=Manners(_seconds(options.latency, "--latency", zero=True), wrong),
    )


def _seconds(text: str, name: str, *, zero: bool = False) -> float:
    found = read_seconds(text)
    if found is None or not (found or zero):
        raise UsageError(f'"{text}" is not a time such as 10s', name)
    return found


def _checked(options: MeasureOptions) -> Checked:
    """The config with its settings."""
    from pipelint.checker import estimate_only
    from pipelint.report.findings.text import print_problems

    asked = Overrides(options.line_bytes, options.runtime, options.scale, estimates=True)
    settings = project(asked, options.config, options.isolated, allowed=options.allow_outside)
    report = estimate_only([options.path], settings)
    if report.problems:
        print_problems(report.problems, sys.stderr)
        raise Exit(UNREADABLE)
    if len(report.checked) != 1:
        names = ", ".join(each.config.name for each in report.checked[:5])
        _fail(f"{len(report.checked)} configs ({names}): name one of them" if names else "no config found")
    return report.checked[0]


def _say_why(found: Result) -> None:
    """Says why there is no more."""
    from pipelint.base.finding import Problem
    from pipelint.report.findings.text import print_problems

    place = found.place
    if found.stopped:
        print_line("pipelint: stopped; what was measured until then is shown", sys.stderr)
    elif place is None:
        print_line(f"pipelint: {found.config.name}: {found.error}", sys.stderr)
    else:
        print_problems([Problem(found.config.name, found.error, place.document.file, place.file_span)], sys.stderr)


def _fail(message: str) -> NoReturn:
    print_line(f"pipelint: {message}", sys.stderr)
    raise Exit(UNREADABLE)
