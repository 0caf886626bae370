"""Stored pipelines on an engine of this machine: µs of CPU per event there against those of the tables."""

from __future__ import annotations

import csv
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pipelint.base.disk import files
from pipelint.base.lean.record import replace
from pipelint.base.text.document import Document, SourceFile
from pipelint.cost.events.traffic import TrafficProfile
from pipelint.cost.interval import Interval
from pipelint.data import data_folder
from pipelint.engines.launch import LaunchError
from pipelint.engines.registry import ENGINES
from pipelint.language.config import Config
from pipelint.measure.model import Plan, Result
from pipelint.measure.program import program_of
from pipelint.measure.run import Progress, measure
from pipelint.settings.model import Settings
from pipelint.sources.bundle import NoBundle
from pipelint.sources.entry import Entry

PRECISION = 0.05


@dataclass(frozen=True, slots=True)
class StoredRow:
    """A pipeline of a table: its ``config``, the ``us`` of CPU per event there, and the lines that it was fed."""

    engine: str
    id: str
    us: float
    line_bytes: int
    runtime: str
    config: str


@dataclass(frozen=True, slots=True)
class Compared:
    """What rows took here, and how fast this machine is by each (1.0: as that of the tables). ``result``: how it was measured."""

    rows: Sequence[StoredRow]
    here: Sequence[Interval]
    result: Result

    @property
    def factors(self) -> list[Interval]:
        """One a row."""
        both = zip(self.rows, self.here, strict=True)
        return [Interval(row.us / us.high, row.us / us.mid, row.us / us.low if us.low > 0 else math.inf) for row, us in both]

    @property
    def scale(self) -> Interval:
        """Their geometric mean, and between what they lie with their own intervals."""
        found = self.factors
        mid = math.exp(sum(math.log(each.mid) for each in found) / len(found))
        return Interval(min(each.low for each in found), mid, max(each.high for each in found))


def installed(words: Sequence[str]) -> str | None:
    """The engine with stored rows that ``words`` run, or that is installed; None where there is none."""
    for name in ENGINES.names:
        launch = ENGINES.parts(name).launch
        if launch is None or not files.is_file(_path(name)):
            continue
        try:
            program_of(launch, words)
        except LaunchError:
            continue
        return name
    return None


def stored_rows(engine: str) -> list[StoredRow]:
    """The rows of an engine."""
    return [
        StoredRow(
            engine,
            row["id"],
            float(known["cpu_us_per_event_median"]),
            round(float(known["line_bytes"])),
            row["runtime"],
            row["config"],
        )
        for row in _table(_path(engine))
        for known in _table(_path(engine, row["table"]))
        if known["id"] == row["id"]
    ]


def compare(rows: Sequence[StoredRow], plan: Plan, progress: Progress) -> Compared:
    """Runs the rows in turns. Raises LaunchError."""
    first, *others = (_config(row) for row in rows)
    settings = replace(Settings(), traffic=TrafficProfile(runtime=rows[0].runtime, lines="container"))
    found = measure(first, settings, replace(plan, line_bytes=rows[0].line_bytes), beside=others, progress=progress)
    if found.stopped:
        raise LaunchError("stopped")
    here = [each.measured for each in found.variants]
    if found.error or len(here) < len(rows):
        raise LaunchError(found.error)
    known = [each for each in here if each is not None and each.mid > 0]
    if len(known) < len(rows):
        raise LaunchError("the machine is too busy: what more lines take cannot be told from noise")
    return Compared(rows, known, found)


def _config(row: StoredRow) -> Config:
    document = Document.whole(SourceFile(f"{row.id}.conf", row.config.encode()))
    return ENGINES.engine(row.engine).load(Entry(row.engine, (document,), NoBundle(), row.id))


def _path(engine: str, name: str = "") -> str:
    return files.join(data_folder("cost_models"), "measurements", name or f"{engine}-machine.csv")


def _table(path: str) -> Iterator[dict[str, str]]:
    yield from csv.DictReader(files.read(path).decode("utf-8").splitlines(keepends=True))
