"""Measured regex searches as the fit sees them: ns per search, and the work that the machine counts for it."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pipelint.base.disk.write import write_file
from pipelint.calibrate.rows import table
from pipelint.calibrate.subject import MeasurementError
from pipelint.cost.events.work import Terms
from pipelint.cost.regex.work import Engine, terms

# Columns beside the kinds of work.
OWN = ("id", "case", "line_bytes", "ns", "hits", "groups")


@dataclass(frozen=True, slots=True)
class RegexRow:
    """One pattern on one kind of line. ``hits``: the share of the lines that match; ``work``: counts of an average search."""

    id: str
    case: str
    line_bytes: float
    ns: float
    hits: float
    groups: int
    work: Mapping[str, float]

    @property
    def terms(self) -> Terms:
        """The work as terms of the model."""
        return terms(self.work, self.hits, self.groups)


def table_path(folder: Path, engine: Engine) -> Path:
    """Where the rows of an engine are, in the folder of all measurements."""
    return folder / f"regex-{engine}.csv"


def read_rows(folder: Path, engine: Engine) -> list[RegexRow]:
    """All rows of an engine. Raises MeasurementError."""
    path = table_path(folder, engine)
    found = []
    for number, entry in enumerate(table(path), 2):
        try:
            work = {kind: float(amount) for kind, amount in entry.items() if kind not in OWN and amount}
            found.append(
                RegexRow(
                    entry["id"],
                    entry["case"],
                    float(entry["line_bytes"]),
                    float(entry["ns"]),
                    float(entry["hits"]),
                    int(entry["groups"]),
                    work,
                )
            )
        except (KeyError, TypeError, ValueError) as error:
            raise MeasurementError(f"{path.name}, line {number}: {error!r}") from error
    return found


def write_rows(path: Path, rows: Sequence[RegexRow]) -> None:
    """Writes a table that ``read_rows`` reads. Raises OSError."""
    kinds = sorted({kind for row in rows for kind in row.work})
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow((*OWN, *kinds))
    for row in rows:
        own = (row.id, row.case, f"{row.line_bytes:g}", f"{row.ns:.6g}", f"{row.hits:g}", row.groups)
        writer.writerow((*own, *(f"{row.work[kind]:.10g}" if row.work.get(kind) else "" for kind in kinds)))
    write_file(str(path), text.getvalue().encode())
