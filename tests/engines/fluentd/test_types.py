"""Typed values against Fluentd's own."""

import json
from pathlib import Path

import pytest

from pipelint.engines.fluentd import types

READERS = {"size": types.size, "time": types.seconds, "bool": types.boolean}
CASES = [
    case
    for case in json.loads((Path(__file__).parents[2] / "data" / "fluentd-types.json").read_text())["cases"]
    if case["type"] in READERS and not case["strict"] and case["ok"] and isinstance(case["input"], str)
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['type']} {case['input']}")
def test_a_value_is_read_as_fluentd_reads_it(case: dict[str, object]) -> None:
    assert READERS[str(case["type"])](str(case["input"])) == case["value"]
