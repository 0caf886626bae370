"""``pipelint calibrate``: how fast this machine is against the measured one; the cost models, fitted on measurements."""

from __future__ import annotations

import enum
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import typer

from pipelint.calibrate.subjects import NAMES
from pipelint.cli.commands.speed import machine, observed
from pipelint.cli.examples import epilog
from pipelint.cli.option import Annotated, Argument, Exit, Option, UsageError
from pipelint.cli.outputs import put
from pipelint.cli.parser import for_typer
from pipelint.cli.print_line import print_line
from pipelint.cli.study.regex import RegexEngine

if TYPE_CHECKING:
    from pipelint.calibrate.store import Stored

_HELP = "Measure your CPU, or fit the cost models."
app = typer.Typer(name="calibrate", help=_HELP, no_args_is_help=True, rich_markup_mode=None)

FAILURE, UNREADABLE = 1, 2
_ALL = ("*",)


@app.callback()
def calibrate() -> None:
    """Measure your CPU, or fit the cost models."""


app.command("observed", epilog="Example: pipelint calibrate observed --cpu 0.42 --events-per-second 8100 fluent.conf")(observed)
app.command("machine", epilog='Example: pipelint calibrate machine --engine-command "ruby -I lib bin/engine" --write')(machine)

EngineName = enum.Enum("EngineName", {name.upper(): name for name in NAMES}, type=str)  # type: ignore[misc]
"""Engines that may have measurements."""


@app.command("run", epilog="Example: pipelint calibrate run --rows 'p_json_*' --output mine.csv")
@for_typer
def run(
    results: Annotated[Path, Option("--output", "Table that gets the rows; those that it has are kept.", show_default=False)],
    rows: Annotated[tuple[str, ...], Option("--rows", "Ids of stored rows to measure again; * stands for anything.")] = _ALL,
    engine: Annotated[EngineName | None, Option("--engine", "Whose (the first that can be run).")] = None,
    engine_command: Annotated[
        str | None,
        Option("--engine-command", "Run the engine by these words (the installed one).", show_default=False),
    ] = None,
    runs: Annotated[int, Option("--runs", "Run each at most so often.", least=3)] = 9,
    cpu: Annotated[str, Option("--cpu", "CPU time of one run.", metavar="TIME")] = "1s",
    precision: Annotated[str, Option("--precision", "Run each until it is known so well.", metavar="PERCENT")] = "5%",
) -> None:
    """Measure stored pipelines again on your engine: rows in the form that fit takes. Goes on where it was interrupted.

    Needs a checkout and the calibrate extra.
    """
    from pipelint.base.quantity import read_seconds, read_share
    from pipelint.calibrate import grid
    from pipelint.calibrate.rows import measurements
    from pipelint.calibrate.subject import MeasurementError, read_subject
    from pipelint.cli.load.measure import engine_words, progress
    from pipelint.engines.launch import LaunchError
    from pipelint.engines.registry import ENGINES
    from pipelint.measure.model import Plan

    seconds, share = read_seconds(cpu), read_share(precision)
    if not seconds or not share:
        raise UsageError("expected a time such as 1s, and a percentage such as 5%", "--cpu / --precision")
    plan = Plan(engine_words(engine_command), precision=share, runs=runs, cpu=seconds)
    try:
        folder = measurements()
        runnable = (name for name in ENGINES.names if ENGINES.parts(name).launch is not None)
        subject = read_subject(folder, engine.value if engine is not None else next(runnable))
        table = grid.Table(results)
        chosen = grid.chosen(folder, subject, rows)
        if not chosen:
            _fail("no stored row has such an id", UNREADABLE)
        for name, said in grid.run(folder, subject, chosen, table, plan, progress):
            progress("")
            print_line(f"{name:24} {said}")
            sys.stdout.flush()
    except (MeasurementError, LaunchError) as error:
        progress("")
        _fail(str(error), UNREADABLE)
    except ModuleNotFoundError as error:
        _lacks(error)
    except (OSError, ValueError) as error:
        _fail(f"{results}: {getattr(error, 'strerror', None) or error}", UNREADABLE)
    print_line(f"{results}: {len(table.ids)} rows")


@app.command("fit", epilog=epilog("calibrate fit"))
@for_typer
def fit(
    check: Annotated[bool, Option("--check", "Compare with the stored models without writing.")] = False,
    engine: Annotated[EngineName | None, Option("--engine", "Fit only this engine (all).")] = None,
) -> None:
    """Fit and validate the models. Prints the tables and writes the models and docs/accuracy.md.

    Needs a checkout and the calibrate extra (numpy, scipy).
    """
    from pipelint.calibrate.subject import MeasurementError

    try:
        from pipelint.calibrate import report, rows, store, subjects

        folder = rows.measurements()
        pages: dict[str, str] = {}
        wrong: list[str] = []
        for name in [engine.value] if engine is not None else subjects.measured(folder):
            fitted = subjects.fit(name, folder)
            sys.stdout.write(f"{fitted.title}\n\n{fitted.summary}\n")
            pages[name] = fitted.page
            model = folder.parent / fitted.file_name
            if check:
                wrong += _differences(model, fitted.stored)
            else:
                _write(model, store.to_json(fitted.stored))
    except MeasurementError as error:
        _fail(str(error), UNREADABLE)
    except ModuleNotFoundError as error:
        _lacks(error)
    if check:
        for line in wrong:
            sys.stderr.write(f"{line}\n")
        if wrong:
            _fail("a stored model is out of date: run pipelint calibrate fit", FAILURE)
        return
    page = folder.parent.parent / "docs" / "accuracy.md"
    page.parent.mkdir(exist_ok=True)
    old = page.read_text(encoding="utf-8") if page.is_file() else ""
    _write(page, report.joined(old, pages))


@app.command("count", epilog=epilog("calibrate count"))
@for_typer
def count(
    folder: Annotated[Path, Argument("Raw measurements: regex_*.csv and what they name.")],
    engine: Annotated[RegexEngine, Option("--engine", "Whose.", show_default=False)],
) -> None:
    """Count the work of the measured regexes again. Takes minutes and writes the table that fit reads. Needs a checkout."""
    from pipelint.calibrate import rows
    from pipelint.calibrate.regex.counts import count as counted
    from pipelint.calibrate.regex.rows import table_path, write_rows
    from pipelint.calibrate.subject import MeasurementError

    try:
        found = list(counted(folder, engine.value))
        write_rows(table_path(rows.measurements(), engine.value), found)
    except MeasurementError as error:
        _fail(str(error), UNREADABLE)
    except OSError as error:
        _fail(f"{error.filename}: {error.strerror}", UNREADABLE)
    sys.stdout.write(f"{len(found)} rows\n")


def _differences(model: Path, stored: Stored) -> list[str]:
    """Where a stored model differs from the fitted one, in words."""
    from pipelint.calibrate import store

    if not model.is_file():
        return [f"{model.name} is missing"]
    return [f"{model.name}: {line}" for line in store.differences(json.loads(model.read_text(encoding="utf-8")), stored)]


def _write(path: Path, text: str) -> None:
    if wrong := put(path, text):
        _fail(f"{path}: {wrong}", UNREADABLE)


def _lacks(error: ModuleNotFoundError) -> NoReturn:
    _fail(f"{error.name} is not installed: pip install 'pipelint[calibrate]'", UNREADABLE)


def _fail(message: str, code: int) -> NoReturn:
    print_line(f"pipelint: {message}", sys.stderr)
    raise Exit(code)
