"""Typed values against Fluentd's own."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pipelint.base.text.document import Document, SourceFile
from pipelint.engines.fluentd import types
from pipelint.engines.fluentd.syntax.parse import parse
from tests.each import each

DATA = Path(__file__).parents[2] / "data"
CASES: list[dict[str, Any]] = json.loads((DATA / "fluentd-types.json").read_text())["cases"]


# Ruby's Regexp::IGNORECASE and Regexp::MULTILINE
OPTIONS = {"i": 1, "m": 4}


def _regexp(text: str) -> dict[str, object] | None:
    read = types.regexp(text)
    return None if read is None else {"source": read[0], "options": sum(map(OPTIONS.__getitem__, read[1]))}


READERS: dict[str, Callable[[str], object]] = {
    "size": types.size,
    "time": types.seconds,
    "bool": types.boolean,
    "integer": lambda text: types.integer(text) or 0,
    "array": types.array,
    "regexp": _regexp,
}


@each(
    "case",
    [case for case in CASES if case["type"] in READERS and not case["strict"] and case.get("error_class") != "RegexpError"],
    ids=lambda case: f"{case['type']} {case['input']}",
)
def test_a_value_is_read_as_fluentd_reads_it(case: dict[str, Any]) -> None:
    text, value, reader = case["input"], case["value"] if case["ok"] else None, READERS[case["type"]]
    if case["type"] == "array" and not case["ok"]:
        with pytest.raises(ValueError, match="delimiter"):
            reader(text)
    else:
        assert reader(text) == ([str(item) for item in value] if isinstance(value, list) else value)


@pytest.mark.parametrize(
    ("text", "size", "seconds"),
    # Ruby 3.1: "x".to_i, "x".to_f
    [
        ("1_000", 1000, 1000.0),
        ("1__0", 1, 1.0),
        (".5", 0, 0.5),
        ("1.", 1, 1.0),
        ("-.5", 0, -0.5),
        ("1_0.2_5", 10, 10.25),
        ("1e3", 1, 1000.0),
    ],
)
def test_numbers_without_a_unit_are_read_as_ruby_reads_them(text: str, size: int, seconds: float) -> None:
    assert (types.size(text), types.integer(text) or 0, types.seconds(text)) == (size, size, seconds)


# Config.time_value and size_value of lib/fluent/config/types.rb ask for s, m, h, d and for k, m, g, t, one after the other.
@pytest.mark.parametrize(("text", "seconds"), [("1m30s", 30.0), ("2h5m", 300.0), ("1d12h", 43_200.0), ("500ms", 30_000.0)])
def test_of_several_units_of_a_time_the_smallest_counts(text: str, seconds: float) -> None:
    assert types.seconds(text) == seconds


@pytest.mark.parametrize(("text", "size"), [("1g512m", 512 << 20), ("1m500k", 500 << 10), ("1t2g", 2 << 30)])
def test_of_several_units_of_a_size_the_smallest_counts(text: str, size: int) -> None:
    assert types.size(text) == size


# The words as Fluentd.Config reads them (above); what code makes is not known before it runs, though it begins as a comment.
@pytest.mark.parametrize(
    ("written", "true", "false"),
    [
        ("on yes", True, False),
        ("on", True, False),
        ("on no", False, True),
        ("on off", False, False),
        ('on "#{true}"', False, False),
    ],
)
def test_a_flag_of_a_section(written: str, true: bool, false: bool) -> None:
    (block,) = parse(Document.whole(SourceFile("x.conf", f"<match>\n{written}\n</match>\n".encode()))).root.blocks
    assert (types.is_true(block, "on"), types.is_false(block, "on")) == (true, false)
    assert not types.is_true(block, "other") and not types.is_false(block, "other")
