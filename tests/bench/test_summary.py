"""The summary of a bench: by hand, of two rounds of a second and a wait of two."""

from __future__ import annotations

import json

import pytest

from pipelint.base.lean.record import replace
from pipelint.bench.model import Arrived
from pipelint.report.bench.json import render_json
from pipelint.report.bench.text import summary_lines
from tests.bench.test_png import FOUND


def rows(in_time: int, late: int) -> dict[str, str]:
    """What each row of the summary says: of 150 records so many arrived."""
    lines = list(summary_lines(replace(FOUND, arrived=Arrived(in_time, late))))
    pairs = (line.removeprefix("  - ").split(":", 1) for line in lines if line.startswith("  - "))
    return {name.strip(): said.strip() for name, said in pairs}


def test_rates_are_those_of_the_time_in_which_records_were_sent() -> None:
    assert rows(150, 0) == {
        "Process": "engine",
        "PID": "17",
        "Elapsed Time": "2.00 seconds",
        "Records": "150",
        "Avg Rate": "750 b/sec, 75 records/s",
        # 50, 100 and 25 MiB; half a CPU and a quarter; 500 and 250 ms for 150 records.
        "Avg Memory": "58.33M",
        "Avg CPU": "37.50% while records were sent",
        "CPU per Record": "5000.00 µs, all of its work included",
        "Arrived": "150 (0 late, after the last was sent)",
        "Lost": "0",
    }


@pytest.mark.parametrize(
    ("in_time", "late", "lost"),
    [(100, 20, "30"), (150, 0, "0"), (150, 1_200, "none; 1,200 more arrived than were sent")],
)
def test_what_did_not_arrive_is_lost(in_time: int, late: int, lost: str) -> None:
    assert rows(in_time, late)["Lost"] == lost


def test_a_rate_in_json_has_three_decimals() -> None:
    rounds = [replace(each, sent=replace(each.sent, seconds=1.7)) for each in FOUND.rounds]
    found = replace(FOUND, rounds=rounds)
    assert json.loads(render_json(found))["summary"]["records_per_second"] == 44.118  # 150 / 3.4
