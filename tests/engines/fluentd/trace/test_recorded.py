"""The tracer against what Fluentd 1.16.5 did (``tests/data/trace-fluentd.json``): records are the same, or said to be unknown."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.engines.fluentd.trace.recorded import cases, config_of, journeys, verdict

# How many cases of each group are equal; of the others a part is said to be unknown.
EQUAL = {
    "cri": 15,
    "concat": 19,
    "copy": 10,
    "detect-exceptions": 0,
    "docker": 17,
    "grep": 19,
    "kubernetes": 4,
    "misc": 3,
    "multiline": 5,
    "parse-csv": 3,
    "parse-grok": 10,
    "parse-json": 11,
    "parse-ltsv": 3,
    "parse-multi": 4,
    "parse-nginx": 2,
    "parse-regexp": 13,
    "parse-syslog": 8,
    "parse-tsv": 3,
    "parse-types": 6,
    "parser-filter": 18,
    "record-modifier": 8,
    "record-transformer": 24,
    "rewrite-tag": 16,
    "routing": 22,
    "tail": 7,
    "time-format": 26,
    "time-zone": 10,
}


def test_every_case_is_equal_or_unknown_and_how_many_are_what() -> None:
    found: Counter[str] = Counter()
    for case in cases():
        config = config_of(case["config"])
        said = verdict(case, config, journeys(case, config, case.get("tz") or "UTC"))
        assert not said.startswith("wrong"), (case["id"], said)
        found[case["group"]] += said == "equal"
    assert dict(found) == EQUAL


@pytest.mark.parametrize("group", ["time-zone", "time-format", "docker", "record-transformer", "parse-types"])
def test_without_a_known_time_zone_nothing_is_wrong_either(group: str) -> None:
    for case in cases():
        if case["group"] == group:
            config = config_of(case["config"])
            said = verdict(case, config, journeys(case, config, ""))
            assert not said.startswith("wrong"), (case["id"], said)
