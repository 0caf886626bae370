"""Measured pipelines as the fit sees them: µs per event, their spread, and the work that an estimate finds."""

from __future__ import annotations

import csv
import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pipelint.base.block import Param
from pipelint.base.lean.record import replace
from pipelint.base.text.document import Document, Place, SourceFile
from pipelint.base.text.span import Span
from pipelint.calibrate.subject import MeasurementError, Subject
from pipelint.cost.events.traffic import TrafficProfile
from pipelint.cost.events.walk import Walked, walk
from pipelint.cost.events.work import Grade, Terms, add
from pipelint.data import data_dir
from pipelint.engines.registry import ENGINES
from pipelint.sources.bundle import NoBundle
from pipelint.sources.entry import Entry, Pipeline

if TYPE_CHECKING:
    from pipelint.language.config import Config

# Columns of a table of traffic that are no part of a TrafficProfile.
_OWN = frozenset({"id", "use", "kind", "why", "settings", "events_per_line"})
# How the fields of a TrafficProfile are written; the others are numbers.
_WRITTEN: Mapping[str, Callable[[str], object]] = {
    "runtime": str,
    "lines": str,
    "app_keys": lambda text: tuple(text.split(";")) if text else None,
    "alternatives": lambda text: tuple(float(part) for part in text.split(";") if part),
    "in_cluster": lambda text: text == "true",
    "holds": lambda text: float(text) if text else None,
}
_PIPELINE = "main"
OUTSIDE = "outside"
"""The use of rows that are no part of a config: neither fitted nor judged."""
HELD = "held"
"""The use of rows that were measured after the model was fitted: judged, and never fitted."""
# The input's threads take at least this share of a row, or they only wait for those that read.
_READS = 0.02


@dataclass(frozen=True, slots=True)
class Row:
    """One measured pipeline. ``us``: µs of CPU per input line; ``sigma``: their relative standard error.

    ``kind``: what it was measured for, as ``filter.grep``; ``base``: the row that it adds one thing to, or ``""``. ``use``:
    ``fit``, ``range`` (bounds the range of a term), ``held`` (judged, and never fitted) or ``outside`` (no part of a config:
    neither fitted nor judged).
    ``detail``: the kind as the table has it, as ``parse.json.time_format``. ``stages``: what its config consists of, likewise.
    ``twin``: the same for rows that repeat one another, which a validation must leave out together; ``""``: it has none.
    ``adds``: what it adds to its base is fitted, too. ``input_us``: µs of it that the threads of the input take; None where the
    table does not tell, or other threads do the input's work. ``walk``: its config under another traffic, and under
    the measured one by default. ``line_bytes``: of its lines; ``lines``: how many of them an event of the table has.
    ``config``: its config, ``traffic``: the measured one. ``rough``: some of its stages are not measured well enough to count as
    measured.
    """

    id: str
    kind: str
    base: str
    us: float
    sigma: float
    use: str
    terms: Mapping[str, float]
    detail: str = ""
    stages: tuple[str, ...] = ()
    twin: str = ""
    adds: bool = True
    input_us: float | None = None
    walk: Callable[[TrafficProfile | None], Walked] | None = None
    line_bytes: float = 0.0
    lines: float = 1.0
    config: Config | None = None
    traffic: TrafficProfile | None = None
    rough: bool = False


def measurements() -> Path:
    """The folder of the measurements. Raises MeasurementError where it is not part of the installation."""
    try:
        folder = data_dir("cost_models") / "measurements"
    except FileNotFoundError as error:
        raise MeasurementError(str(error)) from error
    if not any(folder.glob("*/configs")):
        raise MeasurementError("the measured configs are missing: fit in a checkout of pipelint's repository")
    return folder


def read_rows(folder: Path, subject: Subject) -> list[Row]:
    """All rows of the subject's tables. Raises MeasurementError."""
    known = {entry["id"]: entry for entry in table(folder / subject.traffic)}
    tables = ((least, table(folder / name)) for name, least in subject.tables.items())
    rows = [_row(folder, subject, entry, known, least) for least, entries in tables for entry in entries]
    lost = {row.base for row in rows} - {"", *(row.id for row in rows)}
    if lost:
        raise MeasurementError(f"rows name a base that is not there: {', '.join(sorted(lost))}")
    return rows


def fingerprint(folder: Path, subject: Subject) -> str:
    """SHA-256 of the tables and the configs: what a stored model was fitted on."""
    configs = sorted((folder / subject.engine / "configs").iterdir())
    return digest([*(folder / name for name in (*subject.tables, subject.traffic)), *configs])


def digest(paths: Iterable[Path]) -> str:
    """SHA-256 of files with their names. Raises MeasurementError."""
    found = hashlib.sha256()
    for path in paths:
        try:
            found.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
        except OSError as error:
            raise MeasurementError(f"{path.name}: {error.strerror}") from error
    return found.hexdigest()


def profile_of(line_bytes: str, entry: Mapping[str, str]) -> TrafficProfile:
    """The traffic that a row was measured with, from its line of the traffic table. Raises TypeError, ValueError."""
    said = {name: _WRITTEN.get(name, float)(text) for name, text in entry.items() if name not in _OWN}
    return replace(TrafficProfile(line_bytes=float(line_bytes)), **said)  # type: ignore[arg-type]


def _config(path: Path, subject: Subject, settings: str) -> Config:
    """A measured config with ``settings`` (``name=value;...``), and with what the subject's configs share."""
    document, *others = (_document(path.with_name(name)) for name in (path.name, *subject.shared))
    place = Place(document, Span(0, 0))
    pairs = (part.partition("=") for part in settings.split(";") if part)
    params = tuple(Param(name, value, place, place) for name, _, value in pairs)
    pipelines = (Pipeline(_PIPELINE, (document,), params),) if settings else ()
    entry = Entry(subject.engine, (document, *others), NoBundle(), path.name, pipelines=pipelines)
    return ENGINES.engine(subject.engine).load(entry)


def _document(path: Path) -> Document:
    return Document.whole(SourceFile(path.name, path.read_bytes()))


def _walker(path: Path, subject: Subject, config: Config, measured: TrafficProfile) -> Callable[[TrafficProfile | None], Walked]:
    """Walks a config by the code that estimates. Raises MeasurementError."""
    parts = ENGINES.parts(subject.engine)

    def walked(traffic: TrafficProfile | None) -> Walked:
        found = walk(config.graph, traffic or measured, parts.costs)
        if config.errors or found is None:
            raise MeasurementError(f"{path.name} is not a config with an input")
        return found

    return walked


def _work(path: Path, subject: Subject, walked: Walked, use: str) -> tuple[Terms, tuple[str, ...], bool]:
    """The work of a config per input line, its stages, and whether some are only modelled. Raises MeasurementError."""
    unknown = sorted(load.stage.plugin for load in walked.loads if load.grade is Grade.UNKNOWN)
    if unknown and use not in (OUTSIDE, HELD):
        raise MeasurementError(f"{path.name}: no cost rule for {', '.join(unknown)}")
    terms = {name: amount for name, amount in add(*(load.terms for load in walked.loads)).items() if amount}
    stages = tuple(name for load in walked.loads for name in subject.stages.names(load.stage))
    return terms, stages, any(load.grade is not Grade.MEASURED for load in walked.loads)


def _row(folder: Path, subject: Subject, entry: Mapping[str, str], known: Mapping[str, Mapping[str, str]], least: float) -> Row:
    traffic = known.get(entry["id"])
    if traffic is None:
        raise MeasurementError(f"{subject.traffic} has no line for {entry['id']}")
    path = folder / subject.engine / entry["config_file"]
    if not path.is_file():
        raise MeasurementError(f"{entry['id']}: {entry['config_file']} is missing")
    us, low, high = (float(entry[f"cpu_us_per_event_{which}"]) for which in (subject.us, *subject.between))
    sigma = max(least, (high - low) / 2 / us)
    try:
        profile = profile_of(entry["line_bytes"], traffic)
    except (TypeError, ValueError) as error:
        raise MeasurementError(f"{subject.traffic}, {entry['id']}: {error}") from error
    config = _config(path, subject, traffic.get("settings", ""))
    walker = _walker(path, subject, config, profile)
    terms, stages, rough = _work(path, subject, walker(None), traffic["use"])
    lines = float(traffic.get("events_per_line", 1))
    split = float(entry["input_us"]) if subject.split and entry.get("input_us") else 0.0
    taken = split / sum(float(entry[f"{thread}_us"]) for thread in ("input", "worker", "other")) if split else 0.0
    us *= lines
    twin = repr(sorted(terms.items())) if subject.twins else ""
    adds = subject.whole.adds or traffic["kind"] != subject.whole.kind
    return Row(
        entry["id"],
        traffic["kind"],
        entry["base_id"],
        us,
        sigma,
        traffic["use"],
        terms,
        entry["stage"],
        stages,
        twin,
        adds,
        taken * us if taken > _READS else None,
        walker,
        float(entry["line_bytes"]),
        lines,
        config,
        profile,
        rough,
    )


def table(path: Path) -> list[dict[str, str]]:
    """The lines of a table by their columns. Raises MeasurementError."""
    try:
        with path.open(encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))
    except OSError as error:
        raise MeasurementError(f"{path.name}: {error.strerror}") from error
