"""Filters of which no case was recorded; the expected values are worked out by hand from the plugins' sources."""

from __future__ import annotations

from typing import Any

import pytest

from pipelint.engines.logstash.trace.inputs.codecs import new_event
from pipelint.trace.model import UNKNOWN, Fate, Step
from tests.engines.logstash.trace.cases import pipeline, trace


def last(filters: str, event: dict[str, Any], ecs: str = "disabled") -> Step:
    return trace(pipeline(f"input {{ stdin {{ }} }} filter {{ {filters} }}", ecs), new_event(event))[-1]


def made(filters: str, event: dict[str, Any], ecs: str = "disabled") -> dict[str, Any]:
    record: Any = last(filters, event, ecs).events[0].record
    return {key: value for key, value in record.items() if key not in ("@timestamp", "@version")}


def test_a_priority_of_syslog_is_a_facility_and_a_severity() -> None:
    # RFC 5424: 165 is local4 (20), notice (5); without a priority 13 counts: user-level, notice.
    assert made("syslog_pri { }", {"syslog_pri": "165"}) == {
        "syslog_pri": "165",
        "syslog_facility": "local4",
        "syslog_facility_code": 20,
        "syslog_severity": "notice",
        "syslog_severity_code": 5,
    }
    assert made("syslog_pri { use_labels => false }", {}, "v8") == {
        "log": {"syslog": {"facility": {"code": 1}, "severity": {"code": 5}}}
    }
    assert last("syslog_pri { }", {"syslog_pri": 999}).fate is Fate.FAILED


def test_points_in_names_are_replaced() -> None:
    assert made("de_dot { }", {"a.b": 1, "c": 2}) == {"a_b": 1, "c": 2}
    assert made("de_dot { nested => true }", {"a.b": 1}) == {"a": {"b": 1}}


def test_a_random_id_is_there_but_not_known() -> None:
    assert made('uuid { target => "id" }', {}) == {"id": UNKNOWN}
    assert made('uuid { target => "id" }', {"id": "x"}) == {"id": "x"}


def test_a_dictionary_in_a_file_may_have_any_value() -> None:
    assert made('translate { source => "a" target => "b" dictionary_path => "x.yml" }', {"a": 1}) == {"a": 1, "b": UNKNOWN}


@pytest.mark.parametrize(
    ("text", "pattern", "replacement", "wanted"),
    [
        ("banana", "an", "AN", "bANANa"),
        ("banana", "^b|a$", "-", "-anan-"),
        ("abc", "x*", "-", "-a-b-c-"),
        ("xab", "x*", "-", "--a-b-"),
        ("a1b22", r"(\\d)(\\d)?", r"<\\1\\2\\0>", "a<11>b<2222>"),
        ("a\nb", "^", ">", ">a\n>b"),
        ("ab", r"\\Ba", "-", "ab"),
        ("aab", r"\\Aa", "-", "-ab"),
    ],
)
def test_every_match_is_replaced(text: str, pattern: str, replacement: str, wanted: str) -> None:
    # What Ruby gives for text.gsub(/pattern/, 'replacement').
    setting = f'mutate {{ gsub => ["a", "{pattern}", "{replacement}"] }}'.replace("\\\\", "\\")
    assert made(setting, {"a": text}) == {"a": wanted}


def test_matching_that_takes_too_long_is_broken_off() -> None:
    step = last('grok { match => { "m" => "^(a+)+$" } }', {"m": "a" * 60 + "b"})
    assert (step.fate, step.reason) == (Fate.UNKNOWN, "matching was broken off: it takes too many steps")


@pytest.mark.parametrize(
    ("pattern", "text", "wanted"),
    [
        ("dd/MMM/yyyy:HH:mm:ss Z", "28/Feb/2024:12:00:00 +0900", "2024-02-28T03:00:00.000Z"),
        ("yyyy-MM-dd HH:mm:ss.SSSSSS", "2024-01-02 03:04:05.123456", "2024-01-02T03:04:05.123Z"),
        ("MMM d yyyy h:mm a", "january 2 2024 12:30 am", "2024-01-02T00:30:00.000Z"),
        ("yyyyMMddHHmmss", "20240102030405", "2024-01-02T03:04:05.000Z"),
        ("MMM dd HH:mm:ss", "Feb 28 12:00:00", UNKNOWN),
    ],
)
def test_a_time_is_read_by_its_format(pattern: str, text: str, wanted: object) -> None:
    assert made(f'date {{ match => ["m", "{pattern}"] target => "t" }}', {"m": text})["t"] == wanted


@pytest.mark.parametrize("text", ["30/Feb/2024", "1/XXX/2024", "1/Feb/2024 ", "", "1/Feb"])
def test_what_is_no_time_of_its_format_fails(text: str) -> None:
    step = last('date { match => ["m", "dd/MMM/yyyy"] }', {"m": text})
    record: Any = step.events[0].record
    assert (step.fate, record["tags"]) == (Fate.FAILED, ["_dateparsefailure"])


def test_drops_by_chance_and_ruby_code_are_not_followed() -> None:
    assert last("drop { percentage => 40 }", {}).fate is Fate.UNKNOWN
    assert last('ruby { code => "event.cancel" }', {}).reason == "Ruby code decides"
    assert last('mutate { add_field => { "a" => "${HOME}" } }', {}).reason == "a variable of the environment in its settings"


def test_mutate_works_in_an_order_of_its_own() -> None:
    setting = """mutate {
  copy => { "b" => "c" } merge => { "b" => "more" } join => { "b" => "-" } split => { "b" => "," } strip => ["b"]
  lowercase => ["b"] gsub => ["b", "x", "Y"] update => { "b" => " x,%{old},Z " } rename => { "a" => "b" }
}"""
    assert made(setting, {"a": 1, "old": "O", "more": "M"}) == {
        "old": "O",
        "more": "M",
        "b": ["y-o-z", "M"],
        "c": ["y-o-z", "M"],
    }
