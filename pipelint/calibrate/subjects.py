"""The engines whose cost models are fitted, and where the measurements of each are read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from pipelint.calibrate import logstash_rows, rows, store


@dataclass(frozen=True, slots=True)
class Source:
    """Measurements of one engine: its rows and their fingerprint, from the folder of all measurements."""

    subject: store.Subject
    read: Callable[[Path], list[rows.Row]]
    fingerprint: Callable[[Path], str]


SOURCES = {
    "fluentd": Source(store.FLUENTD, rows.read_rows, rows.fingerprint),
    "logstash": Source(store.LOGSTASH, logstash_rows.read_rows, logstash_rows.fingerprint),
}
