"""What Logstash's plugins are said to do, and what that costs by the fitted model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from pipelint.cost.events.flow import State
from pipelint.cost.events.traffic import TrafficProfile
from pipelint.cost.events.walk import any_of
from pipelint.cost.events.work import Done, Grade
from pipelint.cost.model import load_model
from pipelint.cost.regex.forecast import Forecast, Timed
from pipelint.cost.waiting import ENOUGH
from pipelint.engines.logstash.cost import searches
from pipelint.engines.logstash.cost.grok import Lead, read_pattern
from pipelint.engines.registry import parts
from pipelint.graph.stage import Kind, Stage
from tests.cost.logstash_helpers import KNOWN, cost, events, graph, pipeline, terms, walked

GROK = 'grok { match => { "message" => ["^%{IP:ip} a", "^%{WORD:w} b", "^%{GREEDYDATA:all}"] } }'


def test_patterns_before_the_one_that_matches_fail_first() -> None:
    last = terms(GROK, replace(KNOWN, alternatives=(0.0, 0.0, 1.0)))
    first = terms(GROK, replace(KNOWN, alternatives=(1.0, 0.0, 0.0)))
    assert (last["grok.fail"], last["grok.match"]) == (2.0, 1.0)
    assert "grok.fail" not in first and first["grok.match"] == 1.0
    none = terms(GROK, replace(KNOWN, alternatives=(0.0, 0.0, 0.0)))
    assert none["grok.fail"] == 3.0 and "grok.match" not in none


def test_a_pattern_with_a_name_that_nothing_defines_costs_by_the_byte() -> None:
    pattern = "%{NOSUCH:a} %{GREEDYDATA:b}"
    assert searches.grok_times(pattern, 250.0, {}) == searches.GrokTimes(2.5, 5.0, 5.0)
    assert searches.long_fields(pattern, 250.0, {}) == {}
    assert searches.long_fields(pattern, 250.0, {"NOSUCH": "[a-z]+"}).keys() == {"b"}


def test_the_second_of_three_is_the_pattern_of_a_gsub() -> None:
    for pattern, kind, other in (("foo", "text", "class"), ("[0-9]+", "class", "text")):
        found = terms(f'mutate {{ gsub => ["message", "{pattern}", "[x]", "message", "{pattern}", "x"] }}')
        assert found["mutate.gsub"] == 2.0
        assert found[f"mutate.gsub_{kind}_byte"] > 0 and f"mutate.gsub_{other}_byte" not in found


def test_the_original_of_an_event_is_as_long_as_its_message() -> None:
    def size(field: str) -> float:
        return terms(f'mutate {{ gsub => ["{field}", "a", "b"] }}')["mutate.gsub_text_byte"]

    assert size("message") == size("[message]") == size("[event][original]") == size("[log][original]") == KNOWN.line_bytes
    assert size("[host][name]") == size("host") < KNOWN.line_bytes


def test_without_break_on_match_every_pattern_is_tried() -> None:
    every = GROK.replace("grok {", "grok { break_on_match => false")
    assert terms(every, replace(KNOWN, alternatives=(1.0, 0.0, 0.0)))["grok.fail"] == 2.0


def test_a_timeout_of_zero_watches_nothing_and_the_scope_of_an_event_watches_once() -> None:
    traffic = replace(KNOWN, alternatives=(0.0, 0.0, 1.0))
    assert terms(GROK, traffic)["grok.watch"] > 1.0
    assert "grok.watch" not in terms(GROK.replace("grok {", "grok { timeout_millis => 0"), traffic)
    assert terms(GROK.replace("grok {", "grok { timeout_scope => event"), traffic)["grok.watch"] == 1.0


@pytest.mark.parametrize(
    ("text", "anchored", "lead", "captures"),
    [
        ("^%{TIMESTAMP_ISO8601:ts} %{LOGLEVEL:level} %{GREEDYDATA:msg}", True, Lead.NARROW, 3),
        ("%{GREEDYDATA:a} %{IPV4:ip}", False, Lead.ANY, 2),
        ("%{NOTSPACE:a} %{INT:n:int}", False, Lead.WORD, 2),
        (r"\[%{HTTPDATE:t}\]", False, Lead.NARROW, 1),
        ("(?:%{IP}|%{WORD}) (?<rest>.*)", False, Lead.CHOICE, 1),
        (r"\A.*x", True, Lead.ANY, 0),
    ],
)
def test_features_of_a_pattern(text: str, anchored: bool, lead: Lead, captures: float) -> None:
    found = read_pattern(text)
    assert (found.anchored, found.lead, found.captures) == (anchored, lead, captures)


@pytest.mark.parametrize(
    ("miss_steps", "entry", "slow"),
    [
        # Passed over without a step for want of a word that each match has: other lines have it.
        (0, None, 0.9),
        (7, None, 0.05),
        (0, 400.0, 0.4),
    ],
)
def test_a_line_that_lacks_a_word_is_no_measure_of_slow_failures(
    monkeypatch: pytest.MonkeyPatch, miss_steps: int, entry: float | None, slow: float
) -> None:
    hit, late = Timed(True, 100.0, 9), Timed(False, 900.0, 99)
    found = Forecast(hit, Timed(False, 50.0, miss_steps), late, None if entry is None else Timed(False, entry, 9))
    monkeypatch.setattr(searches, "forecast", lambda *_: found)
    assert searches.grok_times("%{WORD:w}", 250.0, {}) == searches.GrokTimes(0.1, 0.05, slow)


def pairs_of_kv(filters: str, **more: float) -> float:
    return terms(f'{filters} kv {{ source => "rest" }}', replace(KNOWN, line_bytes=600.0, **more))["kv.pair"]


def test_a_field_for_the_rest_of_a_line_has_what_the_others_leave_of_it() -> None:
    """A pair has 19 bytes of the measured ones, a field of which nothing is known 24."""
    syslog = "%{SYSLOGTIMESTAMP:time} %{SYSLOGHOST:host} %{GREEDYDATA:rest}"
    assert 28 < pairs_of_kv(f'grok {{ match => {{ "message" => "{syslog}" }} }}') < 31
    # Six characters of the example are the word's and a blank.
    assert pairs_of_kv('grok { match => { "message" => "%{WORD:a} (?<rest>.*)" } }') == pytest.approx(594 / 19)
    assert pairs_of_kv('grok { match => { "message" => "%{WORD:rest} %{GREEDYDATA:a}" } }') == pytest.approx(24 / 19)
    # What does not match fills nothing.
    assert pairs_of_kv(GROK.replace(":all", ":rest"), alternatives=(0.0, 0.0, 0.0)) == pytest.approx(24 / 19)
    assert pairs_of_kv('dissect { mapping => { "message" => "%{a} %{b} %{rest}" } }') == pytest.approx((600 - 2 * 24) / 19)
    assert pairs_of_kv('mutate { rename => { "message" => "rest" } }') == pytest.approx(600 / 19)


def test_captures_that_a_library_pattern_makes_count() -> None:
    """Of COMBINEDAPACHELOG a line fills 11 of 12, as `rawrequest` stands for three others; CATALINALOG has three."""
    assert searches.captures_inside("COMBINEDAPACHELOG") == 11
    assert searches.captures_inside("IP") == 0
    assert read_pattern("%{CATALINALOG}").captures == 3
    assert read_pattern("%{CATALINALOG:line} %{INT:n}").captures == 5


def test_an_anchor_makes_a_failing_pattern_many_times_cheaper() -> None:
    """Measured on 1,000 bytes: 609 µs without, 44 with."""
    traffic = replace(KNOWN, grok_miss=1.0, alternatives=(0.0,), line_bytes=1000.0)
    loose = cost(pipeline('grok { match => { "message" => "%{COMBINEDAPACHELOG}" } }'), traffic=traffic)
    tight = cost(pipeline('grok { match => { "message" => "^%{COMBINEDAPACHELOG}" } }'), traffic=traffic)
    assert loose.us_per_event.mid > 8 * tight.us_per_event.mid


def test_failures_of_json_and_dissect_cost_an_exception_and_a_warning() -> None:
    missing = replace(KNOWN, app_miss=1.0)
    assert terms('json { source => "message" }', missing)["log.warn"] == 1.0
    assert "log.warn" not in terms('json { source => "message" skip_on_invalid_json => true }', missing)
    assert terms('dissect { mapping => { "message" => "%{a} %{b}" } }', missing)["log.warn"] == 1.0


def test_gsub_counts_each_pattern_and_its_bytes() -> None:
    found = terms(r'mutate { gsub => ["message", "\d+", "#", "message", "secret=\S+", "x", "code", "/", "_"] }')
    assert found["mutate.gsub"] == 3.0
    assert (found["mutate.gsub_class_byte"], found["mutate.gsub_text_byte"]) == (250.0, 274.0)


def test_drop_ends_events_and_clone_and_split_multiply_them() -> None:
    assert events(pipeline("drop {}"), "null") == pytest.approx([0.0])
    assert events(pipeline("drop { percentage => 40 }"), "null") == pytest.approx([0.6])
    assert events(pipeline('clone { clones => ["a", "b"] }'), "null") == pytest.approx([3.0])
    assert events(pipeline('split { field => "items" }'), "null", replace(KNOWN, elements=4.0)) == pytest.approx([4.0])


def test_events_that_multiply_again_and_again_are_counted_to_a_bound() -> None:
    found = cost(pipeline('split { field => "items" } ' * 12))
    assert found.stages[-1].events == 1000 and "no more than 1,000 events are counted for a line" in found.assumptions


def test_every_output_gets_all_events_and_a_guarded_one_its_share() -> None:
    text = pipeline("", 'null {} if [a] { stdout {} } else { file { path => "/x" } } null {}')
    assert events(text, "null") == pytest.approx([1.0, 1.0])
    assert events(text, "stdout") == events(text, "file") == pytest.approx([0.5])


def test_events_go_from_one_pipeline_to_all_that_it_sends_to() -> None:
    first = 'input { generator {} } output { pipeline { send_to => ["a", "b"] } }'
    others = [f'input {{ pipeline {{ address => "{name}" }} }} output {{ null {{}} }}' for name in "ab"]
    loads = walked(first, *others).loads
    assert [load.events for load in loads if load.stage.plugin == "null"] == pytest.approx([1.0, 1.0])


def test_a_condition_is_asked_once_of_the_events_that_come_to_it() -> None:
    found = terms("if [a] { mutate {} mutate {} } else if [b] { mutate {} }")
    assert found["condition.test"] == pytest.approx(1 + 2 / 3)
    searched = terms("if [message] =~ /error/ { mutate {} }")
    assert searched["condition.regex"] == 1.0 and searched["condition.search"] > 0


def test_a_persisted_queue_and_small_batches_are_seen_in_the_settings() -> None:
    text = pipeline("")
    plain, queued = (walked(text, settings=s).loads[0].terms for s in (None, {"queue.type": "persisted"}))
    assert "queue.event" not in plain and queued["queue.event"] == 1.0
    assert walked(text, settings={"pipeline.batch.size": "25"}).loads[0].terms["wait.batch"] == pytest.approx(1 / 25)


def test_a_busy_worker_is_not_waited_for() -> None:
    """Measured: a second light filter adds less than its own work, as less is handed over one by one."""
    model = load_model("logstash")
    bare, busy = cost(pipeline("")), cost(pipeline("mutate {} " * 40))
    waiting = model.coefficients["wait.event"].mid + model.coefficients["wait.batch"].mid / 125
    # The loop takes some of the time in which a worker could wait.
    waiting *= 1 - model.coefficients["output.event"].mid / ENOUGH
    own = 40 * model.coefficients["filter.event"].mid
    assert busy.us_per_event.mid == pytest.approx(bare.us_per_event.mid + own - waiting, rel=1e-6)


def test_what_was_measured_roughly_is_modelled_and_what_was_not_is_unknown() -> None:
    found = cost(pipeline('geoip { source => "ip" } xml { source => "a" }', "email {}"))
    assert found.plugins(Grade.MODELLED) == ("geoip",) and found.plugins(Grade.UNKNOWN) == ("xml", "email")
    model = load_model("logstash")
    for plugin, kind in (("xml", Kind.FILTER), ("email", Kind.OUTPUT)):
        (stage,) = (s for s in found.stages if s.stage.plugin == plugin)
        some = model.coefficients[any_of(kind)]
        assert stage.us_per_event.mid >= some.mid > 0.5 and stage.us_per_event.high >= some.high
    (rough,) = (s for s in found.stages if s.stage.plugin == "geoip")
    assert rough.us_per_event.high / rough.us_per_event.low == pytest.approx(model.modelled**2)


def test_whatever_the_codec_of_an_unknown_output_is_it_is_one_part_that_is_not_known() -> None:
    assert cost(pipeline("", "email { codec => avro {} }")).plugins(Grade.UNKNOWN) == ("email",)
    # What any output costs holds its codec.
    assert cost(pipeline("", "email {}")).stages[-1].terms == {any_of(Kind.OUTPUT): 1.0}
    # Of an output that was measured the codec is it.
    assert cost(pipeline("", 'file { path => "/x" codec => avro {} }')).plugins(Grade.UNKNOWN) == ("avro",)


def test_assumptions_are_said_in_words() -> None:
    said = " ".join(cost(pipeline(f"if [a] {{ {GROK} }}"), traffic=replace(KNOWN, grok_miss=0.05)).assumptions)
    assert "branches of an if" in said and "5% of the events match no pattern" in said


def test_a_multiline_codec_lets_fewer_events_on() -> None:
    source = 'generator { codec => multiline { pattern => "^ " what => previous } }'
    assert events(pipeline("", source=source), "null", replace(KNOWN, continuation=0.75)) == pytest.approx([0.25])


def test_each_line_is_kept_once_in_the_original_of_its_event() -> None:
    many = 'generator { codec => multiline { pattern => "^ " what => previous } }'
    for source in ("generator {}", many):
        text, queue = pipeline("", source=source), {"queue.type": "persisted"}
        written = []
        for ecs in ({}, {"pipeline.ecs_compatibility": "disabled"}):
            found = walked(text, traffic=replace(KNOWN, continuation=0.75), settings=queue | ecs)
            written.append(sum(load.terms.get("queue.byte", 0.0) for load in found.loads))
        assert written[0] - written[1] == pytest.approx(KNOWN.line_bytes), source


def test_the_model_knows_every_term() -> None:
    model = load_model("logstash")
    everything = """grok { match => { "message" => ["%{DATA:a}x", "(a|b) %{WORD:b}", "%{WORD:c}", "^%{DATA:d}"] } }
      json { source => "message" } date { match => ["t", "ISO8601", "UNIX"] } kv {} csv {} prune { whitelist_names => ["a"] }
      ruby { code => "event.to_hash.each { |k, v| event.set(k, v) }; 3.times { }" } useragent { source => "a" }
      translate { source => "a" regex => true dictionary => { "a" => "b" } } fingerprint { source => "message" }
      mutate { rename => { "a" => "b" } convert => { "a" => "integer" } }
      mutate { gsub => ["a", "b", "c", "a", "[b]", "c"] add_field => { "a" => "%{b}" } }
      aggregate { task_id => "a" code => "" } throttle { key => "a" } truncate { length_bytes => 3 }
      urldecode {} syslog_pri {} split {} clone { clones => ["a"] }
      dissect { mapping => { "message" => "%{a}" } } if [message] =~ /a|b/ { drop {} }"""
    outputs = "stdout {} stdout { codec => line } stdout { codec => dots } file { path => '/%{a}' } http { url => 'x' }"
    for source in (
        "generator { codec => json_lines }",
        "beats { port => 1 }",
        "file { path => '/x' codec => multiline { } }",
        "tcp { port => 1 }",
    ):
        traffic = replace(KNOWN, app_miss=0.5, grok_miss=0.5, rejected=0.5, uncached=0.5)
        assert set(terms(everything, traffic, outputs, source)) <= set(model.coefficients)


def test_a_graph_without_inputs_has_no_estimate() -> None:
    from pipelint.cost.estimate import estimate

    assert estimate(graph("filter { mutate {} }"), KNOWN, parts("logstash").costs, load_model("logstash")) is None


def test_inputs_whose_events_are_alike_go_one_way_together(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[float] = []
    rules = parts("logstash").costs
    arrive = rules.arrive

    def count(stage: Stage, inside: Sequence[Stage], state: State, traffic: TrafficProfile) -> Done:
        asked.append(state.events)
        return arrive(stage, inside, state, traffic)

    monkeypatch.setattr(type(rules), "arrive", staticmethod(count))
    alike = pipeline('mutate { uppercase => ["x"] } ' + GROK, source='file { path => "/a" }\nfile { path => "/b" }')
    apart = alike.replace('path => "/b"', 'path => "/b" codec => json')
    assert cost(alike).us_per_event.mid == pytest.approx(cost(alike.replace('file { path => "/b" }', "")).us_per_event.mid)
    asked.clear()
    assert (events(alike, "grok"), asked) == ([pytest.approx(1.0)], [1.0, 1.0, 1.0])
    asked.clear()
    assert (events(apart, "grok"), asked) == ([pytest.approx(1.0)], [0.5, 0.5, 0.5] * 2)


def test_the_paths_of_an_xml_filter_are_counted_and_its_tree_is_unknown() -> None:
    paths = 'store_xml => false xpath => { "/a" => "a" "/b" => "b" }'
    for more, grade, parsers in ((paths, Grade.MODELLED, 5.0), ('target => "a"', Grade.UNKNOWN, 0.0)):
        text = pipeline(f'xml {{ source => "message" {more} }}')
        found = next(load for load in walked(text).loads if load.stage.plugin == "xml")
        assert (found.grade, found.terms.get("csv.event", 0.0)) == (grade, parsers)
