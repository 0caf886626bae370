"""The engines whose cost models are fitted, and how each is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from pipelint.calibrate import logstash_rows, report, rows, store
from pipelint.calibrate.regex import store as regex_store


@dataclass(frozen=True, slots=True)
class Fitted:
    """A model, the name of its file, its tables for a terminal, and its part of docs/accuracy.md."""

    title: str
    file_name: str
    stored: store.Stored
    summary: str
    page: str


def _pipelines(
    subject: store.Subject, read: Callable[[Path], list[rows.Row]], fingerprint: Callable[[Path], str]
) -> Callable[[Path], Fitted]:
    """The fit on whole pipelines."""

    def fit(folder: Path) -> Fitted:
        measured = read(folder)
        stored, checked = store.fitted(measured, fingerprint(folder), subject)
        title = f"{subject.engine} {subject.versions}"
        return Fitted(title, subject.file_name, stored, report.summary(stored, checked), report.page(stored, checked, measured))

    return fit


def _searches(subject: regex_store.RegexSubject) -> Callable[[Path], Fitted]:
    """The fit on single searches of regexes."""

    def fit(folder: Path) -> Fitted:
        stored, judged = regex_store.fitted(folder, subject)
        title = f"{subject.engine} {subject.versions}"
        page = regex_store.page(stored, judged, report.TITLE)
        return Fitted(title, subject.file_name, stored, regex_store.summary(stored), page)

    return fit


# Each takes the folder of all measurements, and raises MeasurementError.
SUBJECTS: Mapping[str, Callable[[Path], Fitted]] = {
    "fluentd": _pipelines(store.FLUENTD, rows.read_rows, rows.fingerprint),
    "joni": _searches(regex_store.JONI),
    "logstash": _pipelines(store.LOGSTASH, logstash_rows.read_rows, logstash_rows.fingerprint),
    "onigmo": _searches(regex_store.ONIGMO),
}
