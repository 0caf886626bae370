"""Measured pipelines as the fit sees them, here Fluentd's: µs per event, their spread, and the work that an estimate finds."""

from __future__ import annotations

import csv
import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pipelint.base.text.document import Document, SourceFile
from pipelint.cost.traffic import TrafficProfile
from pipelint.cost.walk import StageLoad, walk
from pipelint.cost.work import Grade, Terms, add
from pipelint.data import data_dir
from pipelint.engines.fluentd.engine import FluentdEngine
from pipelint.engines.fluentd.routing.graph import build
from pipelint.engines.fluentd.syntax.parse import parse
from pipelint.graph.stage import Kind, Stage

# Each with what no row of it is trusted beyond (1 sigma): repeats agree better than the same pipeline measured on another day, and
# a row of the last table was off by 12 % against the first where both have it.
TABLES = {"fluentd.csv": 0.05, "fluentd-streams.csv": 0.05, "fluentd-plugins.csv": 0.12}
TRAFFIC = "fluentd-traffic.csv"

# The kind of the rows that are a real pipeline, and the same with one plugin taken away.
ARTICLE = "article"
# The same of Logstash: rows of several stages.
PIPELINE = "pipeline"


class MeasurementError(Exception):
    """The measurements lack something that the fit needs; the message says what and where."""


@dataclass(frozen=True, slots=True)
class Row:
    """One measured pipeline. ``us``: median µs of CPU per input line; ``sigma``: its relative standard error.

    ``kind``: what it was measured for, as ``filter.grep``; ``base``: the row that it adds one thing to, or ``""``. ``use``:
    ``fit``, ``range`` (bounds the range of a term) or ``outside`` (no part of a config: neither fitted nor judged).
    ``detail``: the kind as the table has it, as ``parse.json.time_format``. ``stages``: what its config consists of, likewise.
    ``twin``: the same for rows that repeat one another, which a validation must leave out together; ``""``: it has none.
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


def measurements() -> Path:
    """The folder of the measurements. Raises MeasurementError where it is not part of the installation."""
    try:
        folder = data_dir("cost_models") / "measurements"
    except FileNotFoundError as error:
        raise MeasurementError(str(error)) from error
    if not all((folder / engine / "configs").is_dir() for engine in ("fluentd", "logstash")):
        raise MeasurementError("the measured configs are missing: fit in a checkout of pipelint's repository")
    return folder


def read_rows(folder: Path) -> list[Row]:
    """All rows of the tables. Raises MeasurementError."""
    tables = ((least, with_traffic(folder, name, TRAFFIC)) for name, least in TABLES.items())
    rows = [_row(folder, entry, traffic, least) for least, table in tables for entry, traffic in table]
    known = {row.id for row in rows}
    lost = [row.base for row in rows if row.base and row.base not in known]
    if lost:
        raise MeasurementError(f"rows name a base that is not there: {', '.join(lost)}")
    return rows


def fingerprint(folder: Path) -> str:
    """SHA-256 of the tables and the configs: what a stored model was fitted on."""
    return digest([*(folder / name for name in (*TABLES, TRAFFIC)), *sorted((folder / "fluentd" / "configs").glob("*.conf"))])


def digest(paths: Iterable[Path]) -> str:
    """SHA-256 of files with their names. Raises MeasurementError."""
    found = hashlib.sha256()
    for path in paths:
        try:
            found.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
        except OSError as error:
            raise MeasurementError(f"{path.name}: {error.strerror}") from error
    return found.hexdigest()


def traffic_of(line_bytes: str, entry: Mapping[str, str]) -> TrafficProfile:
    """The traffic that a row was measured with, from its line of the traffic table. Raises MeasurementError."""
    try:
        return TrafficProfile(
            line_bytes=float(line_bytes),
            runtime=entry["runtime"],
            lines=entry["lines"],
            app_fields=float(entry["app_fields"]),
            app_keys=tuple(entry["app_keys"].split(";")) if entry["app_keys"] else None,
            continuation=float(entry["continuation"]),
            partial=float(entry["partial"]),
            miss=float(entry["miss"]),
            app_miss=float(entry["app_miss"]),
            kept=float(entry["kept"]),
            alternatives=tuple(float(part) for part in entry["alternatives"].split(";") if part),
            lines_per_read=float(entry["lines_per_read"]),
            message_events=float(entry["message_events"]),
            sender_tag_parts=float(entry["sender_tag_parts"]),
            distinct_times=float(entry["distinct_times"]),
            chunk_events=float(entry["chunk_events"]),
            new_files=float(entry["new_files"]),
            new_pods=float(entry["new_pods"]),
            in_cluster=entry["in_cluster"] == "true",
        )
    except (KeyError, ValueError) as error:
        raise MeasurementError(f"{TRAFFIC}, {entry.get('id')}: {error}") from error


def config_terms(path: Path, traffic: TrafficProfile) -> tuple[Terms, tuple[str, ...]]:
    """The work per input line of a config by the code that estimates, and its stages. Raises MeasurementError."""
    parsed = parse(Document.whole(SourceFile(path.name, path.read_bytes())))
    walked = walk(build(parsed.root), traffic, FluentdEngine().costs)
    if parsed.errors or walked is None:
        raise MeasurementError(f"{path.name} is not a config with a source")
    return known_terms(path, walked.loads), tuple(name for load in walked.loads for name in _names(load.stage))


def known_terms(path: Path, loads: Sequence[StageLoad]) -> Terms:
    """The work of all stages together. Raises MeasurementError where a plugin has no cost rule."""
    unknown = sorted(load.stage.plugin for load in loads if load.grade is Grade.UNKNOWN)
    if unknown:
        raise MeasurementError(f"{path.name}: no cost rule for {', '.join(unknown)}")
    return {name: amount for name, amount in add(*(load.terms for load in loads)).items() if amount}


_WORDS = {Kind.SOURCE: "in", Kind.OUTPUT: "out"}


def _names(stage: Stage) -> list[str]:
    """A stage in the words of the tables; what is not measured by itself (a buffer) has none."""
    if stage.kind in (Kind.BUFFER, Kind.FORMAT, Kind.INJECT) or stage.plugin == "tail":
        return []
    name = f"{_WORDS.get(stage.kind, stage.kind.value)}.{stage.plugin}"
    return [name, f"{name}.time_format"] if stage.kind is Kind.PARSE and stage.value("time_format") else [name]


def _row(folder: Path, entry: Mapping[str, str], traffic: Mapping[str, str], least: float) -> Row:
    low, median, high = (float(entry[f"cpu_us_per_event_{which}"]) for which in ("min", "median", "max"))
    path = config_path(folder / "fluentd", entry)
    # Half the range of two or three repeats is about one standard deviation.
    sigma = max(least, (high - low) / 2 / median)
    terms, stages = config_terms(path, traffic_of(entry["line_bytes"], traffic))
    return Row(entry["id"], _kind(entry), entry["base_id"], median, sigma, traffic["use"], terms, entry["stage"], stages)


def _kind(entry: Mapping[str, str]) -> str:
    """The stage kind of a row; the article's pipelines are one kind, rows without a base are their input's."""
    if entry["id"].startswith("art_"):
        return ARTICLE
    # `parse.json.time_format` is what json parsers do, `tail.files` what tail does.
    words = (entry["stage"] or "tail").partition(" ")[0].split(".")
    return words[0] if words[0] in ("tail", "tag", "system") else ".".join(words[:2])


def config_path(folder: Path, entry: Mapping[str, str]) -> Path:
    """The config that a row was measured with. Raises MeasurementError where it is missing."""
    path = folder / entry["config_file"]
    if not path.is_file():
        raise MeasurementError(f"{entry['id']}: {entry['config_file']} is missing")
    return path


def with_traffic(folder: Path, name: str, traffic: str) -> Iterator[tuple[dict[str, str], dict[str, str]]]:
    """The lines of a table, each with its line of the table ``traffic``. Raises MeasurementError where that has none."""
    known = {entry["id"]: entry for entry in table(folder / traffic)}
    for entry in table(folder / name):
        if entry["id"] not in known:
            raise MeasurementError(f"{traffic} has no line for {entry['id']}")
        yield entry, known[entry["id"]]


def table(path: Path) -> list[dict[str, str]]:
    """The lines of a table by their columns. Raises MeasurementError."""
    try:
        with path.open(encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))
    except OSError as error:
        raise MeasurementError(f"{path.name}: {error.strerror}") from error
