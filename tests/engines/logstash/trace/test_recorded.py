"""Traces of the recorded cases: what is said is what Logstash did, and of how many cases all is said."""

from __future__ import annotations

from collections import Counter

from tests.engines.logstash.trace.cases import cases, verdict

# Cases of which a part is said to be unknown, by group; of all others each event is the recorded one.
UNKNOWN = {
    "aggregate": 4,  # Ruby code
    "crash": 1,  # geoip
    "csv": 1,  # columns named by the first line
    "date": 1,  # French
    "geoip": 6,
    "grok": 1,  # a pattern that is withheld
    "json": 2,  # 1e400
    "mutate": 1,  # the order of an object's fields
    "useragent": 4,
    "xml": 8,
}


def test_no_trace_differs_from_what_was_recorded() -> None:
    wrong = [(case["id"], found.why) for case in cases() if (found := verdict(case)).word == "wrong"]
    assert wrong == []


def test_only_so_many_cases_are_unknown() -> None:
    found = Counter(case["group"] for case in cases() if verdict(case).word == "unknown")
    assert found == UNKNOWN
    assert len(cases()) - found.total() == 297
