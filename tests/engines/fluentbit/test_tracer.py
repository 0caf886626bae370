"""What the tracer tells of single events. Expected values: Fluent Bit 5.1.1, run with such configs or read in its source."""

from __future__ import annotations

import json

import pytest

from pipelint.engines.fluentbit.engine import FluentBitEngine
from pipelint.engines.fluentbit.trace.tracer import FluentBitTracer
from pipelint.trace.model import Fate, Given, Journey
from tests.engines.fluentbit.writing import config

TAIL = "[INPUT]\n    Name tail\n    Path /var/log/a.log\n    Tag app\n"
JSON = TAIL + "    Parser json\n"
PARSERS = "[PARSER]\n    Name json\n    Format json\n"
OUT = "[OUTPUT]\n    Name stdout\n    Match *\n"


def traced(text: str, *lines: str, tag: str = "", path: str = "") -> list[Journey]:
    tracer = FluentBitTracer()
    read = config(text)
    assert not read.errors
    source = tracer.sources(read)[0]
    return list(tracer.trace(read, source, [line.encode() for line in lines], Given(tag, path)))


def told(journey: Journey) -> list[tuple[str, str]]:
    return [(step.stage.plugin, step.fate.value) for step in journey.steps]


def sent(journeys: list[Journey]) -> list[object]:
    return [step.events[0].record for journey in journeys for step in journey.steps if step.fate is Fate.SENT]


def through(filters: str, *records: object) -> list[Journey]:
    """Records that a parser json makes of lines, through filters."""
    return traced(PARSERS + JSON + filters + OUT, *map(json.dumps, records))


def filter_of(name: str, *keys: str) -> str:
    return f"[FILTER]\n    Name {name}\n    Match *\n" + "".join(f"    {key}\n" for key in keys)


def test_the_engine_offers_its_tracer() -> None:
    assert isinstance(FluentBitEngine().tracer, FluentBitTracer)


def test_a_line_is_a_text_without_a_parser() -> None:
    assert sent(traced(TAIL + OUT, "a b\r", "")) == [{"log": "a b"}, {"log": ""}]
    assert sent(traced(TAIL.replace("Tag app", "Key k") + OUT, "a")) == [{"k": "a"}]


# By experiment: a line that is no object stays as it is, an array too.
def test_a_line_that_a_parser_refuses_stays_as_it_is() -> None:
    found = traced(PARSERS + JSON + OUT, '{"a":1}', "[1,2]", "not json")
    assert sent(found) == [{"a": 1}, {"log": "[1,2]"}, {"log": "not json"}]
    assert told(found[2]) == [("tail", "failed"), ("stdout", "sent")]


@pytest.mark.parametrize("line", ['{"a":1} x', '{"a":1,"a":2}', "{a:1}", '{"a":99999999999999999999}', '{"a":"\\ud800"}'])
def test_json_that_is_read_in_a_way_of_its_own_is_not_followed(line: str) -> None:
    (journey,) = traced(PARSERS + JSON + OUT, line)
    assert told(journey) == [("tail", "unknown")]


CRI = TAIL + "    multiline.parser docker, cri\n"


# By experiment ("docker, cri order on CRI lines"): parts of a line are joined, and the first of them gives _p.
def test_lines_of_containers_are_joined() -> None:
    lines = ["2026-01-01T00:00:00.1Z stdout P aa", "2026-01-01T00:00:00.2Z stderr F x", "2026-01-01T00:00:00.3Z stdout F bb"]
    found = traced(CRI + OUT, *lines)
    assert sent(found) == [
        {"time": "2026-01-01T00:00:00.2Z", "stream": "stderr", "_p": "F", "log": "x"},
        {"time": "2026-01-01T00:00:00.1Z", "stream": "stdout", "_p": "P", "log": "aabb"},
    ]
    assert [(journey.first, journey.last) for journey in found] == [(2, 2), (1, 3)]
    (held,) = traced(CRI + OUT, lines[0])
    assert told(held) == [("tail", "held")]


def test_what_is_no_line_of_a_container_is_not_followed() -> None:
    assert [told(each) for each in traced(CRI + OUT, "x", '{"log":"a"}')] == [[("tail", "unknown")]] * 2


REGEX = """\
[PARSER]
    Name rx
    Format regex
    Regex ^(?<time>[^ ]+) (?<n>[^ ]*) (?<rest>.*)$
    Time_Key time
    Time_Format %Y-%m-%d
    Types n:integer
"""


def test_a_regex_gives_fields_with_types_and_takes_the_time_away() -> None:
    # cb_results of flb_parser_regex.c: the time is left out, read or not; so are empty values.
    text = REGEX + TAIL + "    Parser rx\n" + OUT
    assert sent(traced(text, "2026-01-02 12 x y", "never -3 ", "nothing")) == [
        {"n": 12, "rest": "x y"},
        {"n": -3},
        {"log": "nothing"},
    ]
    kept = text.replace("    Types", "    Time_Keep on\n    Types")
    assert sent(traced(kept, "2026-01-02 1 x")) == [{"time": "2026-01-02", "n": 1, "rest": "x"}]
    # Of a time that is not read the field goes: whether it is cannot be told here.
    assert told(traced(kept, "2026-13-02 1 x")[0]) == [("tail", "unknown")]
    assert told(traced(text, "2026-01-02 1x x")[0]) == [("tail", "unknown")]


def test_logfmt_and_ltsv() -> None:
    text = PARSERS.replace("Format json", "Format logfmt") + JSON + OUT
    assert sent(traced(text, 'a=1 b="x y"')) == [{"a": "1", "b": "x y"}]
    assert told(traced(text, "a b=1")[0]) == [("tail", "unknown")]
    text = PARSERS.replace("Format json", "Format ltsv") + JSON + OUT
    assert sent(traced(text, 'a:1\tb:"x y"')) == [{"a": "1", "b": '"x y"'}]


# By experiment: the first Regex that matches keeps a record, whatever comes after it.
def test_grep() -> None:
    rules = filter_of("grep", "Regex log a", "Regex log b")
    assert sent(through(rules, {"log": "a"}, {"log": "ab"}, {"log": "b"}, {"x": "a"})) == [{"log": "a"}, {"log": "ab"}]
    assert sent(through(filter_of("grep", "Regex log a", "Exclude log b"), {"log": "a"}, {"log": "ab"})) == [
        {"log": "a"},
        {"log": "ab"},
    ]
    assert sent(through(filter_of("grep", "Exclude $k['x'] ^a"), {"k": {"x": "a"}}, {"k": {"x": "b"}}, {"k": 1})) == [
        {"k": {"x": "b"}},
        {"k": 1},
    ]
    both = filter_of("grep", "Logical_Op and", "Regex log a", "Regex log b")
    assert sent(through(both, {"log": "a"}, {"log": "ab"})) == [{"log": "ab"}]
    either = filter_of("grep", "Logical_Op or", "Exclude log a", "Exclude log b")
    assert sent(through(either, {"log": "a"}, {"log": "c"})) == [{"log": "c"}]
    (dropped,) = through(filter_of("grep", "Regex log x"), {"log": "a"})
    assert told(dropped) == [("tail", "passed"), ("grep", "dropped")]
    assert dropped.steps[1].place is not None and dropped.steps[1].place.text == "log x"


# By experiment: without Reserve_Data the other fields go.
def test_the_filter_parser() -> None:
    record = {"log": '{"a":1}', "stream": "stdout"}
    assert sent(through(filter_of("parser", "Key_Name log", "Parser json"), record)) == [{"a": 1}]
    reserve = filter_of("parser", "Key_Name log", "Parser json", "Reserve_Data On")
    assert sent(through(reserve, record)) == [{"a": 1, "stream": "stdout"}]
    keep = filter_of("parser", "Key_Name log", "Parser json", "Preserve_Key On")
    assert sent(through(keep, record)) == [{"a": 1, "log": '{"a":1}'}]
    (failed,) = through(reserve, {"log": "x"})
    assert told(failed) == [("tail", "passed"), ("parser", "failed"), ("stdout", "sent")]
    (twice,) = through(reserve, {"log": '{"a":1}', "a": 2})
    assert told(twice)[-1] == ("parser", "unknown")


MODIFIED = [
    ("Set a 2", {"b": 1, "a": "2"}),
    ("Add a 2", {"a": 1, "b": 1}),
    ("Add c 2", {"a": 1, "b": 1, "c": "2"}),
    ("Remove a", {"b": 1}),
    ("Rename a b", {"a": 1, "b": 1}),
    ("Rename a c", {"c": 1, "b": 1}),
    ("Hard_Rename a b", {"b": 1}),
    ("Copy a c", {"a": 1, "b": 1, "c": 1}),
    ("Hard_Copy a b", {"a": 1, "b": 1}),
]


@pytest.mark.parametrize(("rule", "expected"), MODIFIED)
def test_modify(rule: str, expected: object) -> None:
    assert sent(through(filter_of("modify", rule), {"a": 1, "b": 1})) == [expected]


@pytest.mark.parametrize("rule", ['Set a "x y"', "Set a x y", "Condition Key_exists a", "Remove_wildcard a", "Set a ${HOST}"])
def test_what_of_modify_is_not_followed(rule: str) -> None:
    assert told(through(filter_of("modify", rule), {"a": 1})[0])[-1] == ("modify", "unknown")


def test_record_modifier_and_nest() -> None:
    added = filter_of("record_modifier", "Record host h", "Record note b c")
    assert told(through(added, {"a": 1})[0])[-1] == ("record_modifier", "unknown")
    assert sent(through(filter_of("record_modifier", "Record host h", "Remove_Key A"), {"a": 1})) == [{"host": "h"}]
    assert sent(through(filter_of("record_modifier", "Allowlist_Key a*"), {"ab": 1, "c": 2})) == [{"ab": 1}]
    nested = filter_of("nest", "Operation nest", "Wildcard k_*", "Nest_Under k", "Remove_Prefix k_")
    assert sent(through(nested, {"k_a": 1, "b": 2}, {"b": 3})) == [{"b": 2, "k": {"a": 1}}, {"b": 3}]
    lifted = filter_of("nest", "Operation lift", "Nested_Under k", "Add_Prefix k_")
    assert sent(through(lifted, {"k": {"a": 1}, "b": 2})) == [{"b": 2, "k_a": 1}]


def test_rewrite_tag_emits_anew() -> None:
    rule = "[FILTER]\n    Name rewrite_tag\n    Match app\n    Rule $a ^(x)$ new.$1.$TAG {}\n"
    after = "[FILTER]\n    Name modify\n    Match new.*\n    Set seen y\n"
    (journey,) = through(rule.format("false") + after, {"a": "x"})
    assert told(journey) == [("tail", "passed"), ("rewrite_tag", "passed"), ("modify", "passed"), ("stdout", "sent")]
    assert journey.steps[-1].events[0].tag == "new.x.app"
    kept = through(rule.format("true") + after, {"a": "x"}, {"a": "y"})
    assert sent(kept) == [{"a": "x", "seen": "y"}, {"a": "x"}, {"a": "y"}]


# By experiment ("rewrite_tag new tag equals a matched tag"): each event arrives once. In in_emitter_add_record the emitter
# refuses what it has emitted itself.
def test_a_filter_emits_no_event_twice() -> None:
    text = PARSERS + JSON + "[FILTER]\n    Name rewrite_tag\n    Match *\n    Rule $a ^x new false\n" + OUT
    (journey,) = traced(text, '{"a":"x"}')
    assert told(journey) == [("tail", "passed"), ("rewrite_tag", "passed"), ("rewrite_tag", "failed"), ("stdout", "sent")]
    assert journey.steps[-1].events[0].tag == "new"


def test_what_is_not_known_is_said() -> None:
    assert told(through(filter_of("kubernetes"), {"a": 1})[0]) == [("tail", "passed"), ("kubernetes", "unknown")]
    assert told(through(filter_of("lua", "script a.lua", "call f"), {"a": 1})[0])[-1] == ("lua", "unknown")
    (journey,) = traced(TAIL + OUT.replace("*", "other"), "a")
    assert told(journey) == [("tail", "passed"), ("tail", "nowhere")]
    (journey,) = traced(TAIL + "    Parser nobody\n" + OUT, "a")
    assert told(journey) == [("tail", "unknown")]


# By experiment ("Tag wildcard expansion"): kube.dev.shm.DIR.in.log of /dev/shm/DIR/in.log.
def test_a_star_in_a_tag_is_the_path() -> None:
    text = TAIL.replace("Tag app", "Tag kube.*") + OUT
    assert traced(text, "a", path="/dev/shm/DIR/in.log")[0].steps[0].events[0].tag == "kube.dev.shm.DIR.in.log"
    assert traced(text, "a")[0].steps[0].events[0].tag == "kube.var.log.a.log"
    assert told(traced(text.replace("a.log", "*.log"), "a")[0]) == [("tail", "unknown")]


def test_a_sender_chooses_the_tag_of_forward() -> None:
    text = "[INPUT]\n    Name forward\n" + OUT
    assert sent(traced(text, '{"a":1}', tag="x")) == [{"a": 1}]
    assert told(traced(text, '{"a":1}')[0]) == [("forward", "unknown")]
