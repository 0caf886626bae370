"""Measured Logstash pipelines as the fit sees them; see ``rows`` for Fluentd's."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from pipelint.base.block import Param
from pipelint.base.text.document import Document, Place, SourceFile
from pipelint.base.text.span import Span
from pipelint.calibrate.rows import MeasurementError, Row, config_path, digest, known_terms, with_traffic
from pipelint.cost.traffic import TrafficProfile
from pipelint.cost.walk import walk
from pipelint.cost.work import Terms
from pipelint.engines.logstash.engine import LogstashEngine
from pipelint.graph.stage import Kind, Stage
from pipelint.sources.bundle import NoBundle
from pipelint.sources.entry import Entry, Pipeline

TABLE, TRAFFIC = "logstash.csv", "logstash-traffic.csv"
CONFIGS = "logstash"
_PIPELINE = "main"
# The same config at the beginning and the end of a JVM differs by 5 %, from one JVM to the next by more.
_LEAST_SIGMA = 0.07
_WORDS = {Kind.SOURCE: "input", Kind.FILTER: "filter", Kind.OUTPUT: "output"}


def read_rows(folder: Path) -> list[Row]:
    """All rows of the table. Raises MeasurementError."""
    return [_row(folder, entry, traffic) for entry, traffic in with_traffic(folder, TABLE, TRAFFIC)]


def fingerprint(folder: Path) -> str:
    """SHA-256 of the tables and the configs: what a stored model was fitted on."""
    return digest([folder / TABLE, folder / TRAFFIC, *sorted((folder / CONFIGS / "configs").glob("*.conf"))])


def traffic_of(line_bytes: str, entry: Mapping[str, str]) -> TrafficProfile:
    """The traffic that a row was measured with, from its line of the traffic table. Raises MeasurementError."""
    try:
        return TrafficProfile(
            line_bytes=float(line_bytes),
            app_fields=float(entry["app_fields"]),
            text_bytes=float(entry["text_bytes"]),
            continuation=float(entry["continuation"]),
            app_miss=float(entry["app_miss"]),
            grok_miss=float(entry["grok_miss"]),
            rejected=float(entry["rejected"]),
            alternatives=tuple(float(part) for part in entry["alternatives"].split(";") if part),
            holds=float(entry["holds"]) if entry["holds"] else None,
            uncached=float(entry["uncached"]),
            elements=float(entry["elements"]),
        )
    except (KeyError, ValueError) as error:
        raise MeasurementError(f"{TRAFFIC}, {entry.get('id')}: {error}") from error


def config_terms(path: Path, traffic: TrafficProfile, settings: str) -> tuple[Terms, tuple[str, ...]]:
    """The work per input line of a config with ``settings`` (``name=value;...``), and its stages. Raises MeasurementError."""
    document = Document.whole(SourceFile(path.name, path.read_bytes()))
    pipeline = Pipeline(_PIPELINE, (document,), _settings(settings, document))
    config = LogstashEngine().load(Entry(CONFIGS, (document,), NoBundle(), path.name, pipelines=(pipeline,)))
    walked = walk(config.graph, traffic, LogstashEngine().costs)
    if config.errors or walked is None:
        raise MeasurementError(f"{path.name} is not a config with an input")
    named = tuple(_name(load.stage) for load in walked.loads if load.stage.plugin not in ("generator", "null"))
    return known_terms(path, walked.loads), named


def _settings(text: str, document: Document) -> tuple[Param, ...]:
    place = Place(document, Span(0, 0))
    parts = (part.partition("=") for part in text.split(";") if part)
    return tuple(Param(name, value, place, place) for name, _, value in parts)


def _name(stage: Stage) -> str:
    return f"{_WORDS.get(stage.kind, 'codec')}.{stage.plugin}"


def _row(folder: Path, entry: Mapping[str, str], traffic: Mapping[str, str]) -> Row:
    # The least of four or five windows: the others were disturbed, by up to half.
    low, median = (float(entry[f"cpu_us_per_event_{which}"]) for which in ("min", "median"))
    path = config_path(folder / CONFIGS, entry)
    sigma = max(_LEAST_SIGMA, (median - low) / 2 / low)
    terms, stages = config_terms(path, traffic_of(entry["line_bytes"], traffic), traffic["settings"])
    us = low * float(traffic["events_per_line"])
    # The same config at the end of a JVM and in another JVM; the same base in each group of measurements.
    twin = repr(sorted(terms.items()))
    base, use = entry["base_id"], traffic["use"]
    return Row(entry["id"], traffic["kind"], base, us, sigma, use, terms, entry["stage"], stages, twin)
