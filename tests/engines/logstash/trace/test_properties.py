"""Properties of traces: texts with fields in them, references, conditions against what is claimed of them, and any bytes."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from pipelint.engines.logstash.conditions.findings import branch_facts
from pipelint.engines.logstash.facts.field_writes import removals
from pipelint.engines.logstash.trace.inputs.codecs import new_event
from pipelint.engines.logstash.trace.program import STOPS
from pipelint.engines.logstash.trace.sprintf import template
from pipelint.engines.logstash.trace.tracer import LogstashTracer
from pipelint.engines.logstash.trace.values.event import TracedEvent, path_of
from pipelint.engines.logstash.trace.values.nested import MISSING, EngineError, LostError
from pipelint.graph.stage import Kind
from pipelint.trace.model import Fate
from tests.engines.logstash.random_flows import Flow
from tests.engines.logstash.trace.cases import pipeline, trace
from tests.properties import tries

KEYS = st.text(alphabet="abAB0 .-_é", min_size=1, max_size=4)
VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=6,
)
OBJECTS = st.dictionaries(KEYS, VALUES, max_size=4)
PATHS = st.lists(KEYS, min_size=1, max_size=3).map(tuple)


def written(path: tuple[str, ...]) -> str:
    return "".join(f"[{key}]" for key in path)


@given(PATHS)
def test_a_reference_in_brackets_leads_along_its_keys(path: tuple[str, ...]) -> None:
    assert path_of(written(path)) == path


@given(st.text(alphabet="a[]", max_size=8))
def test_a_reference_is_read_or_refused(text: str) -> None:
    try:
        keys = path_of(text)
    except (EngineError, LostError):
        return
    assert text in (written(keys), keys[0])


@given(OBJECTS, PATHS, VALUES)
def test_what_is_set_is_found_and_what_is_removed_is_not(data: dict[str, Any], path: tuple[str, ...], value: Any) -> None:
    event = TracedEvent(data)
    before = json.dumps(data)
    try:
        event.put(path, value)
    except (EngineError, LostError):
        return
    assert json.dumps(data) == before
    # A list takes nothing under a name.
    if event.find(path) is not MISSING:
        assert event.find(path) == value
        event.remove(path)
        assert not isinstance(value, dict) or event.find((*path, "x")) is MISSING
        assert json.dumps(data) == before


@given(st.text(alphabet="ab%{}[]+ ", max_size=12), OBJECTS)
def test_a_text_is_filled_in_as_a_loop_over_its_marks_does(text: str, data: dict[str, Any]) -> None:
    event = new_event(dict.fromkeys(data, "v"))
    try:
        made = template(text)(event)
    except (EngineError, LostError):
        assert "%{" in text
        return
    if "%{" not in text or "}" not in text:
        assert made == text
    elif "+" not in text and "%{}" not in text and "%{{" not in text:
        assert made == filled_by_hand(text, event)


def filled_by_hand(text: str, event: TracedEvent) -> str:
    """Each ``%{name}`` from left to right; a field that is not there stays as it is written."""
    out = ""
    while "%{" in text and "}" in text[text.index("%{") :]:
        start = text.index("%{")
        end = text.index("}", start)
        value = event.find(path_of(text[start + 2 : end]))
        out += text[:start] + (text[start : end + 1] if value is MISSING else str(value))
        text = text[end + 1 :]
    return out + text


@tries(200)
@given(st.integers(0, 10_000))
def test_no_event_contradicts_what_is_claimed_of_conditions_and_fields(seed: int) -> None:
    flow = Flow(seed)
    config = pipeline(flow.text(), "disabled")
    if config.errors:
        return
    facts = branch_facts(config.root)
    never = {fact.block.blocks[0].value("id") for fact in facts if fact.never and fact.block.blocks}
    gone = {stage.index: removals(stage.block) for stage in config.graph.stages if stage.kind is Kind.FILTER}
    for data in flow.events():
        for step in trace(config, new_event(data)):
            if step.fate is Fate.UNKNOWN or step.reason.startswith(STOPS):
                # It may be the condition before the plugin that ends the way.
                continue
            assert step.stage.value("id") not in never, step.stage.value("id")
            if step.fate is Fate.PASSED and step.events:
                record: Any = step.events[0].record
                event = TracedEvent(record)
                assert all(event.find(path) is MISSING for path in gone.get(step.stage.index, {})), step.stage.value("id")


NASTY = pipeline("""
input { stdin { codec => json } tcp { } file { path => "/a" codec => multiline { pattern => "^ " what => "previous" } } }
filter {
  json { source => "message" target => "j" skip_on_invalid_json => true }
  kv { source => "message" recursive => true target => "kv" }
  csv { source => "message" target => "csv" }
  dissect { mapping => { "message" => "%{a->} %{+b/2},%{+b/1} %{?k}=%{&k}" } convert_datatype => { "a" => "int" } }
  grok { match => { "message" => ["^%{NUMBER:n:float} %{GREEDYDATA:rest}", "(a+)+$"] } target => "g" }
  date { match => ["[g][n]", "UNIX", "ISO8601", "MMM dd HH:mm:ss", "yyyy-MM-dd'T'HH:mm:ss.SSSZ"] target => "t" }
  urldecode { field => "message" }
  mutate { convert => { "[kv][a]" => "integer" "[j][a]" => "float" } gsub => ["message", "[^a-z]+", "<\\0>"] }
  mutate { split => { "message" => " " } capitalize => ["message"] strip => ["message"] join => { "message" => "-" } }
  fingerprint { source => ["message", "rest"] concatenate_sources => true method => "MURMUR3" }
  truncate { length_bytes => 20 fields => ["message"] }
  if [message] =~ /a|b/ or "x" in [tags] or [j][a] in [1, "2"] { clone { clones => ["c"] } }
  split { field => "csv" target => "part" }
  prune { blacklist_names => ["^z"] }
}
output { stdout { } }
""")
LINES = st.lists(
    st.binary(max_size=60) | st.text(max_size=60).map(str.encode) | VALUES.map(json.dumps).map(str.encode), min_size=1, max_size=4
)


@tries(300)
@given(LINES, st.integers(0, 2))
def test_any_bytes_are_followed_to_an_end(lines: list[bytes], number: int) -> None:
    tracer = LogstashTracer()
    source = tracer.sources(NASTY)[number]
    for journey in tracer.trace(NASTY, source, [line.replace(b"\n", b"") for line in lines]):
        assert 1 <= journey.first <= journey.last <= len(lines)
        assert journey.steps
        for step in journey.steps:
            assert step.reason or step.fate not in (Fate.UNKNOWN, Fate.FAILED, Fate.HELD)
