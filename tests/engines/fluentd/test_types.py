"""Typed values against Fluentd's own, also those that ``strict_config_value`` refuses."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pipelint.engines.fluentd import typed, types

DATA = Path(__file__).parents[2] / "data"
CASES: list[dict[str, Any]] = json.loads((DATA / "fluentd-types.json").read_text())["cases"]


def _regexp(text: str) -> dict[str, object]:
    read = typed.regexp(text)
    return {"source": read.source, "options": read.ignore_case * 1 + read.multiline * 4}


READERS: dict[tuple[str, bool], Callable[[str], object]] = {
    ("size", False): types.size,
    ("size", True): typed.strict_size,
    ("time", False): types.seconds,
    ("time", True): typed.strict_seconds,
    ("bool", False): types.boolean,
    ("bool", True): typed.strict_boolean,
    ("integer", False): typed.integer,
    ("integer", True): typed.strict_integer,
    ("float", True): typed.strict_float,
    ("array", False): typed.array,
    ("hash", False): typed.table,
    ("regexp", False): _regexp,
    ("enum", False): lambda text: typed.enum(text, ("a", "b", "c")),
}


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['type']} {case['input']} {case['strict']}")
def test_a_value_is_read_as_fluentd_reads_it(case: dict[str, Any]) -> None:
    reader = READERS[case["type"], case["strict"]]
    if case["input"] is None:  # nil stays nil, whatever the type
        assert case["value"] is None
    elif case["ok"]:
        assert reader(case["input"]) == case["value"]
    else:
        with pytest.raises(typed.RefusedError):
            reader(case["input"])


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
    assert (types.size(text), types.seconds(text)) == (size, seconds)
