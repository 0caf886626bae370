"""What cost models are fitted to: the whole pipelines of engines that have measurements, and the searches of regex engines."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pipelint.calibrate import gains, report, rows, store, subject, whole
from pipelint.calibrate.regex import store as regex_store
from pipelint.engines.registry import ENGINES

_SEARCHES = {each.engine: each for each in (regex_store.ONIGMO, regex_store.JONI)}
NAMES = tuple(sorted((*ENGINES.names, *_SEARCHES)))


@dataclass(frozen=True, slots=True)
class Fitted:
    """A model, the name of its file, its tables for a terminal, and its part of docs/accuracy.md."""

    title: str
    file_name: str
    stored: store.Stored
    summary: str
    page: str


def measured(folder: Path) -> list[str]:
    """The names of those that have measurements in ``folder``: searches first, as pipelines are fitted with their models."""
    return [*_SEARCHES, *(name for name in ENGINES.names if (folder / name).is_dir())]


def fit(name: str, folder: Path) -> Fitted:
    """The model of a name of ``NAMES`` on the measurements in ``folder``. Raises MeasurementError."""
    if name in _SEARCHES:
        return _searches(folder, _SEARCHES[name])
    of = subject.read_subject(folder, name)
    found = rows.read_rows(folder, of)
    stored, checked = store.fitted(found, rows.fingerprint(folder, of), of)
    pipelines = whole.find(found, of, stored)
    stored = whole.widened(stored, pipelines)
    gained = gains.section(gains.leave_out(found, of, stored))
    left = "\n\n".join(filter(None, (whole.section(pipelines), gained)))
    shown = f"{report.summary(stored, checked, of)}\n{left}\n"
    return Fitted(of.title, of.file_name, stored, shown, report.page(stored, checked, found, of, left))


def _searches(folder: Path, of: regex_store.RegexSubject) -> Fitted:
    stored, judged = regex_store.fitted(folder, of)
    page = regex_store.page(stored, judged, report.TITLE)
    return Fitted(f"{of.engine} {of.versions}", of.file_name, stored, regex_store.summary(stored), page)
