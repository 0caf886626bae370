"""From lines to journeys: codecs, what inputs add, several pipelines, and what ends before it begins."""

from __future__ import annotations

from typing import Any

from pipelint.engines.logstash.trace.tracer import LogstashTracer
from pipelint.language.config import Config
from pipelint.trace.model import UNKNOWN, Fate, Journey
from tests.engines.logstash.pipelines import load
from tests.engines.logstash.trace.cases import pipeline


def journeys(config: Config, *lines: str | bytes, source: int = 0) -> list[Journey]:
    tracer = LogstashTracer()
    given = [line.encode() if isinstance(line, str) else line for line in lines]
    return list(tracer.trace(config, tracer.sources(config)[source], given))


def first(config: Config, line: str | bytes) -> dict[str, Any]:
    """What the input makes of a line."""
    step = journeys(config, line)[0].steps[0]
    record: Any = step.events[0].record
    return dict(record)


def shown(journey: Journey) -> list[str]:
    return [f"{step.stage.plugin} {step.fate.value}" for step in journey.steps]


def test_a_line_is_the_message_and_with_ecs_the_original() -> None:
    assert first(pipeline("input { stdin { } }"), "a b") == {
        "@version": "1",
        "@timestamp": UNKNOWN,
        "message": "a b",
        "event": {"original": "a b"},
        "host": {"hostname": UNKNOWN},
    }
    legacy = first(pipeline("input { stdin { } }", "disabled"), "a b")
    assert legacy == {"@version": "1", "@timestamp": UNKNOWN, "message": "a b", "host": UNKNOWN}


def test_the_only_file_that_is_read_has_a_known_path() -> None:
    one = first(pipeline('input { file { path => "/var/log/a.log" } }', "disabled"), "x")
    many = first(pipeline('input { file { path => "/var/log/*.log" } }', "disabled"), "x")
    assert (one["path"], many["path"]) == ("/var/log/a.log", UNKNOWN)


def test_an_input_adds_its_type_tags_and_fields() -> None:
    config = pipeline('input { udp { type => "t" tags => ["a"] add_field => { "[x][y]" => "%{message}!" } } }')
    made = first(config, "m")
    assert (made["type"], made["tags"], made["x"]) == ("t", ["a"], {"y": "m!"})
    assert first(pipeline('input { redis { type => "t" } }'), '{"type": "own"}')["type"] == "own"


def test_bytes_that_are_no_utf8_are_written_as_ruby_shows_them() -> None:
    assert first(pipeline("input { stdin { } }"), b'a\xe9"#{b}')["message"] == 'a\\xE9\\"\\#{b}'
    assert first(pipeline('input { stdin { codec => plain { charset => "ISO-8859-1" } } }'), b"a\xe9")["message"] == "aé"


def test_json_that_is_none_is_a_message_with_a_tag() -> None:
    config = pipeline("input { tcp { codec => json } }")
    journey = journeys(config, "{")[0]
    record: Any = journey.steps[0].events[0].record
    assert (journey.steps[0].fate, record["message"], record["tags"]) == (Fate.FAILED, "{", ["_jsonparsefailure"])
    assert journey.steps[0].stage.plugin == "json"


def test_a_list_of_objects_is_several_events_and_an_empty_line_none() -> None:
    made = journeys(pipeline("input { tcp { codec => json } }"), '[{"a": 1}, {"a": 2}]', "", '{"a": 3}')
    assert [journey.steps[0].events[0].record["a"] for journey in made] == [1, 2, 3]  # type: ignore[index]
    assert [journey.first for journey in made] == [1, 1, 3]


def test_a_time_in_json_is_the_time_of_the_event() -> None:
    config = pipeline("input { tcp { codec => json } }")
    assert first(config, '{"@timestamp": "2024-01-02T03:04:05+01:00"}')["@timestamp"] == "2024-01-02T02:04:05.000Z"
    bad = first(config, '{"@timestamp": "yesterday", "tags": {"a": 1}}')
    assert bad["@timestamp"] is UNKNOWN
    assert (bad["_@timestamp"], bad["tags"]) == ("yesterday", ["_tagsparsefailure", "_timestampparsefailure"])
    assert bad["_tags"] == [{"a": 1}]


MULTILINE = """input { file { path => "/a" codec => multiline { pattern => "^ " what => "previous" } } }
filter { mutate { } } output { stdout { } }"""


def test_lines_that_belong_together_are_one_event_and_the_last_one_waits() -> None:
    made = journeys(pipeline(MULTILINE), "a", " b", "c", " d")
    records: list[Any] = [journey.steps[0].events[0].record for journey in made]
    assert [(journey.first, journey.last) for journey in made] == [(1, 2), (3, 4)]
    assert [record["message"] for record in records] == ["a\n b", "c\n d"]
    assert [record.get("tags") for record in records] == [["multiline"], ["multiline"]]
    assert [shown(journey) for journey in made] == [["file passed", "mutate passed", "stdout sent"], ["file held"]]


def test_with_a_timeout_of_the_codec_the_last_event_goes_on() -> None:
    config = pipeline(MULTILINE.replace("what =>", "auto_flush_interval => 2 what =>"))
    assert [shown(journey)[-1] for journey in journeys(config, "a", "b")] == ["stdout sent", "stdout sent"]


def test_lines_before_one_that_matches_may_be_meant() -> None:
    config = pipeline(MULTILINE.replace("previous", "next").replace("^ ", "\\\\$"))
    made = journeys(config, "a\\", "b", "c")
    assert [(journey.first, journey.last) for journey in made] == [(1, 2), (3, 3)]


def test_an_unknown_codec_is_not_guessed() -> None:
    assert shown(journeys(pipeline("input { udp { codec => netflow } }"), "x")[0]) == ["udp unknown"]


def test_a_plugin_that_logstash_refuses_refuses_every_line() -> None:
    config = pipeline('input { stdin { } } filter { mutate { convert => { "a" => "int" } } }')
    steps = journeys(config, "a", "b")[1].steps
    assert [(step.stage.plugin, step.fate, step.reason) for step in steps] == [
        ("mutate", Fate.FAILED, "Logstash does not start: 'int' is no type that mutate converts to")
    ]


def test_a_comparison_that_is_an_error_stops_and_says_where() -> None:
    step = journeys(pipeline("input { stdin { } } filter { if [a] > 5 { mutate { } } }"), "x")[0].steps[-1]
    assert step.place is not None
    assert (step.fate, step.events, step.place.text) == (Fate.FAILED, (), "[a] > 5")
    assert step.reason == "Logstash stops here: a field is compared by size that the event does not have"


def test_what_a_grok_gets_stuck_at_is_said_with_its_place() -> None:
    text = 'filter { grok { match => { "message" => "^%{WORD:a} %{NUMBER:n} x" } } }'
    step = journeys(pipeline("input { stdin { } }" + text), "abc def")[0].steps[-1]
    assert step.place is not None
    assert (step.fate, step.place.text) == (Fate.FAILED, "%{NUMBER:n}")
    assert step.reason == "no pattern matches: after 4 characters the text does not fit %{NUMBER:n}"


def test_an_event_that_no_output_takes_is_nowhere() -> None:
    config = pipeline("input { stdin { } } output { if [a] { stdout { } } }")
    assert shown(journeys(config, "x")[0]) == ["stdin passed", "stdin nowhere"]


def test_every_output_takes_an_event() -> None:
    config = pipeline("input { stdin { } } output { stdout { } if ![a] { null { } } }")
    assert shown(journeys(config, "x")[0]) == ["stdin passed", "stdout sent", "null sent"]


def test_copies_go_their_ways_one_after_the_other() -> None:
    config = pipeline("""input { stdin { } } filter { clone { clones => ["c"] } if "c" in [tags] { drop { } } mutate { } }
output { stdout { } }""")
    assert shown(journeys(config, "x")[0]) == ["stdin passed", "clone passed", "mutate passed", "stdout sent", "drop dropped"]


def test_an_event_goes_on_in_another_pipeline() -> None:
    config = load(
        one=('input { stdin { } } output { pipeline { send_to => ["b"] } }',),
        two=('input { pipeline { address => "b" tags => ["t"] } } filter { mutate { } } output { stdout { } }',),
    )
    journey = journeys(config, "x")[0]
    assert shown(journey) == ["stdin passed", "pipeline sent", "mutate passed", "stdout sent"]
    record: Any = journey.steps[-1].events[0].record
    assert record["tags"] == ["t"]


def test_pipelines_in_a_circle_end() -> None:
    config = load(one=('input { stdin { } pipeline { address => "a" } } output { pipeline { send_to => ["a"] } }',))
    last = journeys(config, "x")[0].steps[-1]
    assert (last.fate, last.reason) == (Fate.UNKNOWN, "one line makes too many events")


def test_what_a_database_may_set_is_unknown_from_there_and_nothing_else_is() -> None:
    text = """filter {
  geoip { source => "[client][ip]" target => "geo" }
  mutate { add_tag => ["after"] }
  if [geo][city] { mutate { } }
}"""
    config = pipeline('input { redis { add_field => { "[client][ip]" => "%{message}" } codec => plain } }' + text)
    found = journeys(config, "1.2.3.4")[0].steps
    record: Any = found[1].events[0].record
    assert (record["geo"], record["tags"], record["client"]) == (UNKNOWN, UNKNOWN, {"ip": "1.2.3.4"})
    assert [step.fate for step in found] == [Fate.PASSED, Fate.PASSED, Fate.UNKNOWN]
    assert found[2].reason == "whether there is a field [tags] is only known to the running engine"


def test_of_a_beat_not_all_fields_are_known() -> None:
    config = pipeline('input { beats { port => 5044 } } filter { if [fields][app] == "x" { mutate { } } }')
    last = journeys(config, "x")[0].steps[-1]
    assert (last.fate, last.reason) == (Fate.UNKNOWN, "whether the source sets [fields][app] is not known")


def test_a_variable_in_a_port_changes_no_event() -> None:
    assert first(pipeline('input { tcp { port => "${PORT}" } }'), "x")["message"] == "x"
    assert first(pipeline('input { file { path => "${LOG}" } }', "disabled"), "x")["path"] is UNKNOWN
    assert shown(journeys(pipeline('input { tcp { type => "${TYPE}" } }'), "x")[0]) == ["tcp unknown"]


def test_a_copy_gets_what_every_event_has() -> None:
    text = 'input { stdin { } } filter { mutate { remove_field => ["@timestamp", "@version"] } clone { clones => ["c"] } }'
    records: list[Any] = [event.record for event in journeys(pipeline(text), "x")[0].steps[-1].events]
    assert [(record.get("@version"), record.get("@timestamp")) for record in records] == [(None, None), ("1", UNKNOWN)]
