"""Flat parameters and their sections, by what Fluentd 1.16.5 makes of such configs (``data/fluentd-flat-parameters.json``)."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any  # What json gives.

import pytest

from pipelint.base.text.document import Document, SourceFile
from pipelint.engines.fluentd.facts.flat.facts import FlatFact, flat_facts
from pipelint.engines.fluentd.routing.stages import plugin_name
from pipelint.engines.fluentd.syntax.parse import parse
from pipelint.graph.stage import Kind

DATA = Path(__file__).parents[1] / "data" / "fluentd-flat-parameters.json"
KINDS = {"source": Kind.SOURCE, "filter": Kind.FILTER, "match": Kind.OUTPUT, "store": Kind.OUTPUT}
# What Fluentd adds to such sections, wherever they come from.
ADDED = {"path", "unmatched_lines", "time_type"}


@cache
def rows() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(DATA.read_text("utf-8"))["rows"]
    return found


def flats(config: str) -> list[FlatFact]:
    root = parse(Document.whole(SourceFile("fluent.conf", config.encode()))).root
    return [
        flat for block in root.walk() if block.name in KINDS for flat in flat_facts(KINDS[block.name], plugin_name(block), block)
    ]


@pytest.mark.parametrize("row", [pytest.param(row, id=row["name"]) for row in rows()])
def test_the_section_is_the_one_that_fluentd_builds(row: dict[str, Any]) -> None:
    movable = [flat for flat in flats(row["config"]) if flat.movable]
    assert bool(movable) == (row["same_after_the_edit"] is True)
    for flat in movable:
        (real,) = [section for section in row["sections"] if section["section"] == flat.section]
        ours = {move.name: move.value for move in flat.moves}
        if ours.get("@type") == "regexp":  # Fluentd cuts the slashes off, and takes them as well.
            ours["expression"] = ours["expression"][1:-1]
        if ours.get("flush_mode") == "interval":
            assert (flat.arg, "flush_interval" in flat.names) == ("time", True)
            del ours["flush_mode"]
        theirs = {name: value for name, value in real["params"].items() if name in ours or name not in ADDED}
        assert flat.arg == real["arg"]
        if "#{" in "".join(ours.values()):  # Ruby is moved as it is written.
            assert ours.keys() == theirs.keys()
        elif "types" in ours:
            assert json.loads(ours.pop("types")) == json.loads(theirs.pop("types"))
            assert ours == theirs
        else:
            assert ours == theirs


@pytest.mark.parametrize(
    ("config", "section"),
    [
        ("<match a>\n@type forward\nflush_interval 1s\n<buffer>\n</buffer>\n</match>\n", "a <buffer> switches them off"),
        ("<source>\n@type tail\nformat json\n<parse>\n@type none\n</parse>\n</source>\n", "a <parse> switches them off"),
        ("<match a>\n@type kafka_buffered\nflush_interval 1s\n</match>\n", "an output of the old interface"),
        ("<source>\n@type tail\npath a\n</source>\n", "nothing is flat"),
    ],
)
def test_nothing_is_flat_where_fluentd_translates_nothing(config: str, section: str) -> None:
    assert flats(config) == []


def test_a_parameter_that_two_sections_may_claim_is_not_moved() -> None:
    found = flats("<match a>\n@type file\npath /p\ntimezone +09:00\nflush_interval 1s\n</match>\n")
    assert {(flat.section, flat.movable) for flat in found} == {("buffer", False), ("format", False), ("inject", False)}


# `Fluent::Config.bool_value` (fluentd-types.json): no value is true, `off` is neither.
@pytest.mark.parametrize(
    ("written", "made"), [("localtime", "true"), ("utc", "false"), ("localtime no", "false"), ("utc off", None)]
)
def test_a_zone_is_read_as_fluentd_reads_flags(written: str, made: str | None) -> None:
    (flat,) = flats(f"<source>\n@type tail\nformat json\n{written}\n</source>\n")
    assert flat.movable == (made is not None)
    assert [move.value for move in flat.moves if move.name == "localtime"] == ([] if made is None else [made])
