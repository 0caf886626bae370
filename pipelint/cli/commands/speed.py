"""``pipelint calibrate observed`` and ``machine``: how fast a CPU is against the measured one, as a line for the settings."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from pipelint.cli.option import Annotated, Exit, Option, UsageError
from pipelint.cli.options import (
    HERE,
    AllowOutside,
    ConfigFile,
    Isolated,
    LineBytes,
    Paths,
    RuntimeOption,
    SampleOption,
    StdinFilename,
    Target,
)
from pipelint.cli.outputs import put
from pipelint.cli.overrides import UNREADABLE, Overrides, project, read_stdin
from pipelint.cli.parser import for_typer
from pipelint.cli.print_line import print_line
from pipelint.report.numbers import micros

if TYPE_CHECKING:
    from pipelint.cost.interval import Interval
    from pipelint.measure.model import Plan
    from pipelint.settings.project import Project

# What a settings file may say of ``scale``.
_LEAST, _MOST = 0.01, 100.0
_MOST_SECONDS = 60.0
# From here on the best rounds may be slow ones, too.
_BUSY = 1.25

Write = Annotated[bool, Option("--write", "Put the scale into the settings file (a new pipelint.toml where there is none).")]


@for_typer
def observed(
    paths: Paths = HERE,
    *,
    cpu: Annotated[
        str, Option("--cpu", "CPU that the process uses, as in Kubernetes: 0.42, 420m.", metavar="CPUS", show_default=False)
    ],
    events_per_second: Annotated[
        float, Option("--events-per-second", "Events that enter it in a second.", metavar="N", show_default=False)
    ],
    line_bytes: LineBytes = None,
    runtime: RuntimeOption = None,
    sample: SampleOption = None,
    target: Target = (),
    write: Write = False,
    config: ConfigFile = None,
    isolated: Isolated = False,
    allow_outside: AllowOutside = (),
    stdin_filename: StdinFilename = "<stdin>",
) -> None:
    """Divide the predicted CPU of a config by that of a pipeline running it: how fast its CPU is."""
    from pipelint.calibrate.speed.observed import NothingToDivideError, observe
    from pipelint.checker import estimate_only
    from pipelint.checker.run import path_of
    from pipelint.report.estimate.text import estimate_head, grade_lines
    from pipelint.report.findings.text import print_problems
    from pipelint.report.printing.output import look_of
    from pipelint.report.printing.output import write as print_styled

    cpus = _cpus(cpu)
    if not 0 < events_per_second < float("inf"):
        raise UsageError(f"{events_per_second:g} is not a number of events above 0", "--events-per-second")
    if write and isolated and config is None:
        raise UsageError("--isolated ignores all settings files", "--write")
    # The scale of a settings file is what is asked for here.
    asked = Overrides(line_bytes, runtime, 1.0, estimates=True, targets=target, sample=sample)
    settings = project(asked, config, isolated, allowed=allow_outside)
    report = estimate_only(paths, settings, stdin=read_stdin(paths), stdin_filename=stdin_filename)
    if report.problems:
        print_problems(report.problems, sys.stderr)
        raise Exit(UNREADABLE)
    if len(report.checked) != 1:
        found = ", ".join(checked.config.name for checked in report.checked[:5])
        _fail(f"{len(report.checked)} configs ({found}), not the one that the pipeline runs" if found else "no config found")
    checked = report.checked[0]
    try:
        result = observe(checked, cpus, events_per_second)
    except NothingToDivideError as error:
        _fail(f"{checked.config.name}: {error}")
    scale, us = result.scale, result.predicted.us_per_event
    _check(scale.mid, f"{cpu} CPUs for {events_per_second:,.10g} events/s")
    look = look_of(sys.stdout, report.checked)
    print_styled(estimate_head(checked, look), sys.stdout)
    print_line(f"predicted  {micros(us.mid)} µs of CPU per event ({micros(us.low)} .. {micros(us.high)})")
    print_line(f"observed   {micros(result.us)} µs: {cpus:g} CPUs for {events_per_second:,.10g} events/s")
    print_styled(grade_lines(result.predicted, look), sys.stdout)
    _tell(scale, "an error of the prediction is part of it, so it suits configs like this one")
    _keep(scale.mid, write, settings, config, path_of(checked.config))


@for_typer
def machine(
    ruby: Annotated[
        str | None,
        Option("--ruby", "Without an engine: make searches with this interpreter (ruby).", metavar="PROGRAM", show_default=False),
    ] = None,
    engine_command: Annotated[
        str | None,
        Option("--engine-command", "Run stored pipelines on the engine of these words.", metavar="COMMAND", show_default=False),
    ] = None,
    runs: Annotated[int, Option("--runs", "Run each pipeline at most so often.", least=3, most=10_000)] = 12,
    cpu: Annotated[str, Option("--cpu", "CPU time of one run.", metavar="TIME")] = "500ms",
    idle: Annotated[str, Option("--idle", "A run ends when the engine has been idle for so long.", metavar="TIME")] = "1200ms",
    within: Annotated[str, Option("--within", "Begin no further run after so long.", metavar="TIME")] = "35s",
    write: Write = False,
    config: ConfigFile = None,
) -> None:
    """Measure how fast this machine is: with three stored pipelines on the installed engine, else with regex searches by Ruby.

    Either takes less than a minute, and runs no config of yours.
    """
    from pipelint.base.lean.record import replace
    from pipelint.base.quantity import read_seconds
    from pipelint.calibrate.speed.rows import PRECISION, installed
    from pipelint.cli.load.measure import engine_words
    from pipelint.measure.model import Plan
    from pipelint.report.findings.text import print_problems
    from pipelint.settings.read import SettingsError

    seconds, rest, most = (read_seconds(each) for each in (cpu, idle, within))
    if not seconds or not rest or not most:
        raise UsageError("expected a time such as 500ms", "--cpu / --idle / --within")
    plan = Plan(precision=PRECISION, runs=runs, seconds=most, cpu=seconds, idle=rest)
    words = engine_words(engine_command)
    if words and ruby is not None:
        raise UsageError("name an engine or an interpreter, not both", "--engine-command / --ruby")
    # Settings that cannot be used are said before anything is measured.
    settings = project(Overrides(), config, isolated=False)
    try:
        settings.file("")
    except SettingsError as error:
        print_problems(error.problems, sys.stderr)
        raise Exit(UNREADABLE) from error
    engine = installed(words) if words or ruby is None else None
    if words and engine is None:
        _fail(f"{words[0]}: no such program (--engine-command)")
    scale = _by_searches(ruby or "ruby") if engine is None else _by_rows(engine, replace(plan, program=words))
    _keep(scale, write, settings, config, "")


def _by_rows(engine: str, plan: Plan) -> float:
    """The scale by stored pipelines, after it is told."""
    from pipelint.calibrate.speed.rows import compare, stored_rows
    from pipelint.cli.load.measure import progress
    from pipelint.engines.launch import LaunchError

    rows = stored_rows(engine)
    try:
        found = compare(rows, plan, progress)
    except LaunchError as error:
        progress("")
        _fail(f"{engine}: {error}")
    progress("")
    print_line(f"{found.result.version or found.result.program}: {len(rows)} stored pipelines, {found.result.lines}")
    for row, here, factor in zip(found.rows, found.here, found.factors, strict=True):
        both = f"{micros(row.us)} µs stored, {micros(here.mid)} here ({micros(here.low)} .. {micros(here.high)})"
        print_line(f"  {row.id:20} {both}: {_number(factor.mid)}")
    for note in found.result.notes:
        print_line(f"note: {note}")
    _check(found.scale.mid, "these times")
    _tell(found.scale, "the lowest and the highest that one of these pipelines may mean")
    return found.scale.mid


def _by_searches(ruby: str) -> float:
    """The scale by searches, after it is told."""
    from shutil import which

    from pipelint.calibrate.speed.searches import MEASURED_RUBY, ROUNDS, ProbeError, stored_searches, time_again

    found = which(ruby)
    if found is None:
        _fail(
            f"{ruby}: no such program, and without an engine or Ruby there is nothing to go by: name your engine with "
            "--engine-command, its Ruby with --ruby, or use `pipelint calibrate observed`"
        )
    searches = stored_searches()
    print_line(f"{found}: timing {len(searches)} regex searches; it takes half a minute, best on an idle machine")
    sys.stdout.flush()
    try:
        timed = time_again(found, searches, _MOST_SECONDS)
    except ProbeError as error:
        _fail(str(error))
    print_line(
        f"Ruby {timed.version}, the best of {ROUNDS} rounds against times on the measured machine with Ruby {MEASURED_RUBY}"
    )
    if timed.slowed > _BUSY:
        print_line(f"the machine is busy: half of the times are {timed.slowed:.2g} times the best or more, so measure again")
    _check(timed.scale.mid, "these times")
    _tell(timed.scale, "nine of ten searches; what else a pipeline does may differ by more (`calibrate observed`)")
    return timed.scale.mid


def _cpus(text: str) -> float:
    from pipelint.base.quantity import cpus

    found = cpus(text)
    if found is None:
        raise UsageError(f'"{text}" is not CPU use such as 0.42 or 420m (both 42 % of a CPU)', "--cpu")
    return found


def _check(scale: float, origin: str) -> None:
    """Exits where this can be no CPU that there is."""
    if not _LEAST <= scale <= _MOST:
        _fail(f"{origin} make a CPU {scale:.3g} times as fast as the measured one: check the numbers")


def _tell(scale: Interval, doubt: str) -> None:
    low, mid, high = (_number(value) for value in (scale.low, scale.mid, scale.high))
    print_line(f"scale      {mid} ({low} .. {high}): {doubt}")


def _number(scale: float) -> str:
    """Three digits, as TOML writes a number."""
    return f"{float(f'{scale:.3g}'):g}"


def _keep(scale: float, write: bool, settings: Project, config: str | None, path: str) -> None:
    """Prints the setting, and writes it where asked to: into ``config``, or the file that holds for the file of ``path``."""
    from pipelint.checker.named_files import from_here
    from pipelint.settings.read import PYPROJECT
    from pipelint.settings.toml import with_number

    target = from_here(Path(config or settings.file(path) or _new_file(path)))
    table = ("tool", "pipelint", "cost-model") if target.name == PYPROJECT else ("cost-model",)
    if not write:
        print_line("")
        print_line(f"{target} (--write writes it):")
        print_line(f"[{'.'.join(table)}]")
        print_line(f"scale = {_number(scale)}")
        return
    try:
        old = target.read_bytes() if target.exists() else b""
        new = with_number(old, table, "scale", _number(scale))
    except OSError as error:
        _fail(f"{target}: cannot be read: {error.strerror}")
    except ValueError as error:
        _fail(f"{target}: write scale = {_number(scale)} into [{'.'.join(table)}] yourself: {error}")
    if wrong := put(target, new.decode("utf-8")):
        _fail(f"{target}: {wrong}")
    print_line(f"{target}: scale = {_number(scale)} written")


def _new_file(path: str) -> str:
    """Where settings for the file of ``path`` are looked for: here, or beside it if it does not lie below."""
    from pipelint.base.disk import files
    from pipelint.settings.project import NAMES

    folders = files.folders(path)
    return NAMES[0] if not path or files.real("") in folders else files.join(folders[0], NAMES[0])


def _fail(message: str) -> NoReturn:
    print_line(f"pipelint: {message}", sys.stderr)
    raise Exit(UNREADABLE)
