"""``pipelint calibrate``: fit the cost model on the measurements of this repository."""

from __future__ import annotations

import json
import sys
from typing import Annotated, NoReturn

import typer

app = typer.Typer(
    name="calibrate",
    help="Fit the cost model on the measurements of a checkout (needs the calibrate extra: numpy, scipy).",
    no_args_is_help=True,
    rich_markup_mode=None,
)

FAILURE, UNREADABLE = 1, 2


@app.callback()
def calibrate() -> None:
    """Fit the cost model on the measurements of a checkout (needs the calibrate extra: numpy, scipy)."""


@app.command("fit")
def fit(
    check: Annotated[bool, typer.Option("--check", help="Compare with what is stored; write nothing.")] = False,
) -> None:
    """Fit, validate, print the tables, and write the model and docs/accuracy.md."""
    from pipelint.calibrate.rows import MeasurementError, fingerprint, measurements, read_rows

    try:
        from pipelint.calibrate import report, store

        folder = measurements()
        rows = read_rows(folder)
        stored, checked = store.fitted(rows, fingerprint(folder))
    except MeasurementError as error:
        _fail(str(error), UNREADABLE)
    except ModuleNotFoundError as error:
        _fail(f"{error.name} is not installed: pip install 'pipelint[calibrate]'", UNREADABLE)
    sys.stdout.write(report.summary(stored, checked))
    model = folder.parent / f"{store.ENGINE}-{store.VERSIONS}.json"
    page = folder.parent.parent / "docs" / "accuracy.md"
    if not check:
        model.write_text(store.to_json(stored), encoding="utf-8")
        page.parent.mkdir(exist_ok=True)
        page.write_text(report.page(stored, checked, rows), encoding="utf-8")
        return
    if not model.is_file():
        _fail(f"{model.name} is missing: run pipelint calibrate fit", FAILURE)
    found = store.differences(json.loads(model.read_text(encoding="utf-8")), stored)
    for line in found:
        sys.stderr.write(f"{model.name}: {line}\n")
    if found:
        _fail(f"{model.name} does not follow from the measurements: run pipelint calibrate fit", FAILURE)


def _fail(message: str, code: int) -> NoReturn:
    sys.stderr.write(f"pipelint: {message}\n")
    raise typer.Exit(code)
