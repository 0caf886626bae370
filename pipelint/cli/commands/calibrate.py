"""``pipelint calibrate``: how fast this machine is against the measured one; the cost models, fitted on measurements."""

from __future__ import annotations

import enum
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from pipelint.calibrate.subjects import NAMES
from pipelint.cli.commands.speed import machine, observed
from pipelint.cli.outputs import put
from pipelint.cli.print_line import print_line
from pipelint.cli.study.regex import RegexEngine

if TYPE_CHECKING:
    from pipelint.calibrate.store import Stored

_HELP = "Measure how fast your CPU is, or fit the cost models to measurements."
app = typer.Typer(name="calibrate", help=_HELP, no_args_is_help=True, rich_markup_mode=None)

FAILURE, UNREADABLE = 1, 2


@app.callback()
def calibrate() -> None:
    """Measure how fast your CPU is, or fit the cost models to measurements."""


app.command("observed", epilog="Example: pipelint calibrate observed --cpu 0.42 --events-per-second 8100 fluent.conf")(observed)
app.command("machine")(machine)

EngineName = enum.Enum("EngineName", {name.upper(): name for name in NAMES}, type=str)  # type: ignore[misc]
"""Engines that may have measurements."""


@app.command("fit")
def fit(
    check: Annotated[bool, typer.Option("--check", help="Compare with the stored models without writing.")] = False,
    engine: Annotated[EngineName | None, typer.Option("--engine", help="Fit only this engine (all).")] = None,
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
        _fail(f"{error.name} is not installed: pip install 'pipelint[calibrate]'", UNREADABLE)
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


@app.command("count")
def count(
    folder: Annotated[Path, typer.Argument(help="Raw measurements: regex_*.csv and what they name.", show_default=False)],
    engine: Annotated[RegexEngine, typer.Option("--engine", help="Whose.", show_default=False)],
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


def _fail(message: str, code: int) -> NoReturn:
    print_line(f"pipelint: {message}", sys.stderr)
    raise typer.Exit(code)
