"""A grid of stages measured on this machine: the stored rows of an engine again, as a table that the fit takes."""

from __future__ import annotations

import csv
import io
import platform
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from fnmatch import fnmatchcase
from functools import partial
from pathlib import Path
from statistics import median

from pipelint.base.disk.write import write_file
from pipelint.base.lean.record import replace
from pipelint.base.text.document import Document, SourceFile
from pipelint.calibrate.rows import profile_of, table
from pipelint.calibrate.subject import MeasurementError, Subject
from pipelint.engines.launch import LaunchError
from pipelint.engines.registry import ENGINES
from pipelint.measure.model import Plan, Result
from pipelint.measure.run import Progress, measure
from pipelint.settings.model import Settings
from pipelint.sources.bundle import NoBundle
from pipelint.sources.entry import Entry

COLUMNS = (
    "id", "engine", "engine_version", "ruby_version", "cpu_model", "config_file", "base_id", "stage", "params", "line_bytes",
    "input_format", "events", "repeats", "cpu_us_per_event_min", "cpu_us_per_event_median", "cpu_us_per_event_max",
    "wall_events_per_s_median", "notes",
)  # fmt: skip
"""The columns of a table of measurements; ``cost-models/measurements/README.md`` says what each is."""


class Table:
    """A table that grows row by row. What a file has already is kept, so that a run goes on where another one ended."""

    def __init__(self, path: Path) -> None:
        """Raises OSError, and ValueError for a file that is no such table."""
        self._path = path
        self._rows: list[dict[str, str]] = []
        if path.exists():
            with path.open(encoding="utf-8", newline="") as file:
                reader = csv.DictReader(file)
                if tuple(reader.fieldnames or ()) != COLUMNS:
                    raise ValueError("it has other columns than a table of measurements")
                self._rows = [*reader]

    @property
    def ids(self) -> set[str]:
        """The rows that it has."""
        return {row["id"] for row in self._rows}

    def add(self, row: dict[str, str]) -> None:
        """Adds a row: the file is as before or has it whole. Raises OSError."""
        text = io.StringIO()
        writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows([*self._rows, row])
        write_file(str(self._path), text.getvalue().encode())
        self._rows.append(row)


def chosen(folder: Path, subject: Subject, globs: Sequence[str]) -> list[dict[str, str]]:
    """The stored rows whose id one of ``globs`` meets. Raises MeasurementError."""
    found = [row for name in subject.tables for row in table(folder / name)]
    return [row for row in found if any(fnmatchcase(row["id"], glob) for glob in globs)]


def run(
    folder: Path, subject: Subject, rows: Sequence[Mapping[str, str]], results: Table, plan: Plan, progress: Progress
) -> Iterator[tuple[str, str]]:
    """Measures the rows that ``results`` lacks. Yields the id of each and what came of it, in words.

    Raises LaunchError when it is stopped, MeasurementError, OSError.
    """
    traffic = {row["id"]: row for row in table(folder / subject.traffic)}
    left = [row for row in rows if row["id"] not in results.ids]
    for number, row in enumerate(left, 1):
        known = traffic.get(row["id"])
        if known is None:
            yield row["id"], "left out: nothing is known of its traffic"
            continue
        said = partial(_say, progress, f"{number} of {len(left)}: {row['id']}: ")
        found = _measured(folder / subject.engine / row["config_file"], subject.engine, row, known, plan, said)
        if found.stopped:
            raise LaunchError("stopped; the rows so far are kept, and the same command goes on with the next")
        if found.error:
            yield row["id"], f"left out: {found.error}"
            continue
        results.add(_row(row, found))
        us = found.variants[0].measured
        assert us is not None
        yield row["id"], f"{us.mid:.3f} us ({us.low:.3f} .. {us.high:.3f})"


def _measured(
    path: Path, engine: str, row: Mapping[str, str], known: Mapping[str, str], plan: Plan, progress: Progress
) -> Result:
    """One row. Raises MeasurementError."""
    try:
        document, traffic = Document.whole(SourceFile(path.name, path.read_bytes())), profile_of(row["line_bytes"], known)
    except (OSError, TypeError, ValueError) as error:
        raise MeasurementError(f"{row['id']}: {error}") from error
    config = ENGINES.engine(engine).load(Entry(engine, (document,), NoBundle(), path.name))
    # Lines of a kind of their own are found by what the config's parser can read.
    like = replace(traffic, lines="container" if row["input_format"] in ("docker", "cri") else "plain")
    plan = replace(plan, line_bytes=max(20, round(traffic.line_bytes)))
    return measure(config, replace(Settings(), traffic=like), plan, progress=progress)


def _say(progress: Progress, before: str, said: str) -> None:
    progress(before + said)


def _row(row: Mapping[str, str], found: Result) -> dict[str, str]:
    us = found.variants[0].us
    version, _, language = found.version.partition(", ")
    return {
        **{
            name: row[name]
            for name in ("id", "engine", "config_file", "base_id", "stage", "params", "line_bytes", "input_format")
        },
        "engine_version": version.rpartition(" ")[2],
        "ruby_version": language.rpartition(" ")[2],
        "cpu_model": _cpu(),
        "events": str(found.size[1]),
        "repeats": str(len(us)),
        "cpu_us_per_event_min": f"{min(us):.3f}",
        "cpu_us_per_event_median": f"{median(us):.3f}",
        "cpu_us_per_event_max": f"{max(us):.3f}",
        "wall_events_per_s_median": "",
        "notes": "; ".join([f"pipelint calibrate run, {found.lines}", *found.notes]),
    }


def _cpu() -> str:
    with suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.machine()
