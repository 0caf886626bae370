"""``pipelint calibrate``: fit the cost models on the measurements of this repository."""

from __future__ import annotations

import enum
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

if TYPE_CHECKING:
    from pipelint.calibrate.store import Stored

app = typer.Typer(
    name="calibrate",
    help="Fit the cost models on the measurements of a checkout (needs the calibrate extra: numpy, scipy).",
    no_args_is_help=True,
    rich_markup_mode=None,
)

FAILURE, UNREADABLE = 1, 2


@app.callback()
def calibrate() -> None:
    """Fit the cost models on the measurements of a checkout (needs the calibrate extra: numpy, scipy)."""


class EngineName(str, enum.Enum):
    """Engines with measurements."""

    FLUENTD = "fluentd"
    LOGSTASH = "logstash"


@app.command("fit")
def fit(
    check: Annotated[bool, typer.Option("--check", help="Compare with what is stored; write nothing.")] = False,
    engine: Annotated[EngineName | None, typer.Option("--engine", help="Only this one; else all.")] = None,
) -> None:
    """Fit, validate, print the tables, and write the models and docs/accuracy.md."""
    from pipelint.calibrate.rows import MeasurementError

    try:
        from pipelint.calibrate import report, rows, store
        from pipelint.calibrate.subjects import SOURCES

        folder = rows.measurements()
        pages: dict[str, str] = {}
        wrong: list[str] = []
        for name in [engine.value] if engine is not None else sorted(SOURCES):
            source = SOURCES[name]
            measured = source.read(folder)
            stored, checked = store.fitted(measured, source.fingerprint(folder), source.subject)
            sys.stdout.write(f"{name} {source.subject.versions}\n\n{report.summary(stored, checked)}\n")
            pages[name] = report.page(stored, checked, measured)
            model = folder.parent / source.subject.file_name
            if check:
                wrong += _differences(model, stored)
            else:
                model.write_text(store.to_json(stored), encoding="utf-8")
    except MeasurementError as error:
        _fail(str(error), UNREADABLE)
    except ModuleNotFoundError as error:
        _fail(f"{error.name} is not installed: pip install 'pipelint[calibrate]'", UNREADABLE)
    if check:
        for line in wrong:
            sys.stderr.write(f"{line}\n")
        if wrong:
            _fail("a stored model does not follow from the measurements: run pipelint calibrate fit", FAILURE)
        return
    page = folder.parent.parent / "docs" / "accuracy.md"
    page.parent.mkdir(exist_ok=True)
    old = page.read_text(encoding="utf-8") if page.is_file() else ""
    page.write_text(report.joined(old, pages), encoding="utf-8")


def _differences(model: Path, stored: Stored) -> list[str]:
    """Where a stored model differs from the fitted one, in words."""
    from pipelint.calibrate import store

    if not model.is_file():
        return [f"{model.name} is missing"]
    return [f"{model.name}: {line}" for line in store.differences(json.loads(model.read_text(encoding="utf-8")), stored)]


def _fail(message: str, code: int) -> NoReturn:
    sys.stderr.write(f"pipelint: {message}\n")
    raise typer.Exit(code)
