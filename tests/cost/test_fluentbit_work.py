"""What Fluent Bit's plugins are said to do, and what that costs by the fitted model."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import cast

import pytest

from pipelint.cost.events.traffic import Figures, TrafficProfile
from pipelint.cost.events.walk import walk
from pipelint.cost.events.work import Grade, StageLoad
from pipelint.cost.model import load_model
from pipelint.engines.registry import parts
from pipelint.graph.stage import Flow, Kind
from pipelint.plugins import plugin_names, plugin_spec
from tests.cost.fluentbit_helpers import KNOWN, NULL, TAIL, cost, events, graph, section, terms, walked

JSON = section("parser", name="j", format="json")
TAIL_JSON = section("input", name="tail", tag="t", path="/in.log", parser="j")
CRI = section("input", name="tail", tag="kube.*", path="/var/log/containers/*.log", multiline__parser="docker, cri")

KUBE = replace(KNOWN, lines="auto")


def us(amounts: dict[str, float]) -> float:
    known = load_model("fluentbit").coefficients
    return sum(known[name].mid * amount for name, amount in amounts.items())


def test_a_line_without_a_parser_is_one_event_of_its_bytes() -> None:
    assert terms(TAIL + NULL) == {"input.byte": 250.0, "input.event": 1.0}
    # Measured: 0.40 µs (base_none_250).
    assert us(terms(TAIL + NULL)) == pytest.approx(0.40, rel=0.1)


def test_a_parser_of_json_is_the_config_s_own() -> None:
    found = terms(JSON + TAIL_JSON + NULL)
    parsed = {"parse.json": 1.0, "parse.json_byte": 250.0, "parse.json_field": 3.0}
    assert found == {"input.byte": 250.0, "input.event": 1.0} | parsed
    assert us(found) == pytest.approx(0.93, rel=0.1)  # p_json3_250
    # With a time it is read, and no field of the record unless it is kept.
    timed = JSON + "    time_key time\n    time_format %Y-%m-%dT%H:%M:%S.%LZ\n"
    assert terms(timed + TAIL_JSON + NULL)["time.read"] == 1.0
    changed = section("filter", name="record_modifier", match="*", record="a b")
    assert terms(timed + TAIL_JSON + changed + NULL)["record.field"] == 2.0
    assert terms(timed + "    time_keep on\n" + TAIL_JSON + changed + NULL)["record.field"] == 3.0


def test_a_time_format_that_cannot_be_read_logs_two_lines_an_event() -> None:
    text = JSON + "    time_key time\n    time_format %Y-%m-%dT%H:%M:%S.%NZ\n" + TAIL_JSON + NULL
    assert terms(text)["log.line"] == 2.0 and "time.read" not in terms(text)


def test_a_parser_of_another_file_is_taken_for_a_regex_and_a_shipped_one_is_known() -> None:
    (elsewhere, _), (shipped, _), (variable, _) = (
        walked(section("input", name="tail", path="/in.log", parser=name) + NULL).loads for name in ("mine", "nginx", "${PARSER}")
    )
    assert (elsewhere.grade, shipped.grade, variable.grade) == (Grade.MODELLED, Grade.MEASURED, Grade.UNKNOWN)
    assert variable.terms["any.source"] == 1.0 and "any.source" not in elsewhere.terms
    # Regexes were measured with 2.98 (p_rx5_250) to 4.18 µs (p_apache_250); the interval holds all of them.
    low, high = (
        us(elsewhere.terms) * factor for factor in (1 / load_model("fluentbit").modelled, load_model("fluentbit").modelled)
    )
    assert low < 2.98 and high > 4.18


def test_a_variable_as_multiline_parser_stands_for_those_of_the_runtimes() -> None:
    def one(name: str) -> StageLoad:
        return walked(section("input", name="tail", path="/in.log", multiline__parser=name) + NULL, KUBE).loads[0]

    chosen, named, other = one("${LOG_PARSER}"), one("docker, cri"), one("mine")
    assert chosen.terms == named.terms
    assert (chosen.grade, named.grade, other.grade) == (Grade.MODELLED, Grade.MEASURED, Grade.UNKNOWN)


def test_a_parser_that_is_not_there_is_what_is_customary_under_its_name() -> None:
    named = section("input", name="tail", tag="t", path="/var/log/messages", parser="syslog")
    (first, *_) = walked(named + NULL).loads
    assert first.grade is Grade.MODELLED and first.terms["regex.capture"] > 4 and first.terms["time.read"] == 1.0
    # One of the config is its own.
    (own, *_) = walked(section("parser", name="syslog", format="logfmt") + named + NULL).loads
    assert own.grade is Grade.MEASURED and "parse.pairs" in own.terms


def test_an_output_for_metrics_gets_no_logs() -> None:
    """Measured by the scrape: 1,263 and 2,644 µs (m_node_exporter, m_remote_write).

    Source: the output's `event_type` is FLB_OUTPUT_METRICS (plugins/out_prometheus_remote_write/remote_write.c).
    """
    host = section("input", name="node_exporter_metrics", tag="t")
    write = section("output", name="prometheus_remote_write", match="*")
    assert terms(host + write, plugin="prometheus_remote_write") == {"remote_write.scrape": 1.0}
    assert us(terms(host + NULL)) == pytest.approx(1263, rel=0.1) and us(terms(host + write)) == pytest.approx(2644, rel=0.1)
    assert terms(TAIL + write, plugin="prometheus_remote_write") == {}


def test_what_an_input_makes_of_its_events_counts_after_it() -> None:
    """An entry of the journal has 20 fields, what mem reads takes 110 bytes, by the files of these inputs."""
    changed = section("filter", name="record_modifier", match="*", record="a b")
    journal = section("input", name="systemd", tag="t")
    assert terms(journal + changed + NULL)["record.field"] == 20.0
    memory = section("input", name="mem", tag="t")
    assert terms(memory + section("output", name="http", match="*"))["format.json_byte"] == 110.0


def test_lines_of_a_runtime_are_joined_by_its_parser() -> None:
    cri = replace(KNOWN, runtime="cri", partial=0.75, lines="auto")
    assert events(CRI + NULL, "null", cri) == [0.25]
    found = terms(CRI + NULL, cri)
    assert found["regex.capture"] == 4.0 and "parse.json" not in found and found["parse.json_miss"] == 1.0
    docker = terms(CRI + NULL, replace(cri, runtime="docker"))
    assert docker["parse.json"] == 1.0 and "regex.capture" not in docker
    # The regex takes each byte of the message for a run of anything, which follows other captures.
    assert 200 < found["regex.run_after"] < 240 and "regex.run_in_line" not in found


@pytest.mark.parametrize(
    ("regex", "run"), [("^(?<all>.*)$", "regex.run_in_line"), ("^(?<level>[A-Z]+) (?<rest>.*)$", "regex.run_after")]
)
def test_a_run_of_anything_after_another_capture_has_a_price_of_its_own(regex: str, run: str) -> None:
    parser = section("parser", name="r", format="regex", regex=regex)
    found = terms(parser + section("input", name="tail", tag="t", path="/in.log", parser="r") + NULL)
    assert {name for name in found if name.startswith("regex.run_")} == {run} and found[run] > 100


def test_a_record_of_captures_has_the_text_and_a_name_of_ten_bytes_each() -> None:
    out = section("output", name="http", match="*", format="json")
    for regex, names in (("^(?<all>.*)$", 1), ("^(?<level>[A-Z]+) (?<thread>[a-z]+) (?<rest>.*)$", 3)):
        parser = section("parser", name="r", format="regex", regex=regex)
        assert terms(parser + TAIL + "    parser r\n" + out, plugin="http")["format.json_byte"] == KNOWN.line_bytes + 10 * names


def test_a_multiline_parser_of_the_config_starts_an_event_at_its_first_rule() -> None:
    own = section("multiline_parser", name="m", type="regex") + (
        '    rule "start_state" "/^\\d{4}/" "cont"\n    rule "cont" "/^\\s+at /" "cont"\n'
    )
    text = own + section("input", name="tail", path="/in.log", multiline__parser="m") + NULL
    traces = replace(KNOWN, continuation=0.9)
    assert terms(text, traces)["multiline.start"] == pytest.approx(0.1)
    assert events(text, "null", traces) == pytest.approx([0.1])


def test_filters_in_turn_see_what_the_ones_before_them_left() -> None:
    grep = section("filter", name="grep", match="*", regex="level error")
    modify = section("filter", name="modify", match="t", add="a b", set="c d")
    text = JSON + TAIL_JSON + grep + modify + NULL
    traffic = replace(KNOWN, kept=0.25)
    assert events(text, "modify", traffic) == events(text, "null", traffic) == [0.25]
    # By hand: 0.25 events, two operations on three fields each.
    found = terms(text, traffic, "modify")
    expected = {"filter.event": 0.25, "modify.operation": 0.5, "modify.field": 1.5, "record.event": 0.25, "record.field": 0.75}
    assert found == pytest.approx(expected)


def test_all_outputs_that_match_get_the_events() -> None:
    other = section("output", name="file", match="other.*")
    text = TAIL + section("output", name="es", match="t") + section("output", name="http", match="*") + other
    assert (events(text, "es"), events(text, "http"), events(text, "file")) == ([1.0], [1.0], [])


def test_what_a_rewritten_tag_takes_goes_through_the_filters_again() -> None:
    rewrite = section("filter", name="rewrite_tag", match="t", rule="$level ^error$ new.error {keep}")
    after = section("filter", name="throttle", match="*")
    text = TAIL + rewrite + after + NULL
    taken = replace(KNOWN, alternatives=(0.25,))
    assert events(text.format(keep="false"), "throttle", taken) == [1.0]
    assert events(text.format(keep="true"), "throttle", taken) == [1.25]
    assert terms(text.format(keep="false"), taken)["rewrite.event"] == 0.25
    # Where nobody says: each rule and none of them alike, but what takes anything the rest.
    assert terms(text.format(keep="false"))["rewrite.event"] == 0.5
    assert terms(text.format(keep="false").replace("^error$", ".*"))["rewrite.event"] == 1.0


def test_lua_that_returns_zero_changes_nothing_and_a_script_in_a_file_may() -> None:
    def lua(code: str) -> str:
        return TAIL + section("filter", name="lua", match="*", call="f", **{"code": code}) + NULL

    assert "lua.changed" not in terms(lua("function f(t,s,r) return 0,s,r end"))
    assert terms(lua("function f(t,s,r) return 2,s,r end"))["lua.changed"] == 1.0
    script = TAIL + section("filter", name="lua", match="*", call="f", script="x.lua") + NULL
    assert walked(script).loads[1].grade is Grade.MODELLED and "lua.changed" in terms(script)


def test_compression_goes_by_the_bytes_of_the_record() -> None:
    plain, packed = (TAIL + section("output", name="es", match="*", compress=how) for how in ("none", "gzip"))
    # 250 bytes and the key that they stand under.
    assert terms(packed)["gzip.byte"] == 260.0 and "gzip.byte" not in terms(plain)
    # Measured: +8.0 µs on 250 bytes of JSON (o_esgz_250).
    assert us(terms(packed)) - us(terms(plain)) == pytest.approx(8.0, rel=0.2)


def test_files_of_chunks_cost_their_bytes() -> None:
    stored = terms(TAIL + "    storage.type filesystem\n" + NULL)
    assert stored["storage.byte"] == 260.0


def test_processors_are_work_of_their_stage_before_the_filters() -> None:
    text = (
        "pipeline:\n  inputs:\n    - name: tail\n      path: /in.log\n      tag: t\n      processors:\n        logs:\n"
        "          - name: grep\n            regex: log error\n          - name: content_modifier\n            action: insert\n"
        "            key: a\n            value: b\n  outputs:\n    - name: 'null'\n      match: '*'\n"
    )
    found = terms(text, replace(KNOWN, kept=0.5))
    assert (found["processor.event"], found["content_modifier.event"]) == (1.5, 0.5)
    assert events(text, "null", replace(KNOWN, kept=0.5)) == [0.5]


def test_what_is_measured_at_intervals_is_hardly_any_input() -> None:
    weight = parts("fluentbit").costs.source_weight
    plugins = ("tail", "cpu", "fluentbit_metrics", "forward")
    text = "".join(section("input", name=name, tag="x", path="/in.log") for name in plugins) + NULL
    assert [weight(stage) for stage in graph(text).of_kind(Kind.SOURCE)] == [1.0, 0.01, 0.0, 1.0]
    assert weight(graph(CRI + NULL).stages[0]) == 10.0


def test_the_whole_of_an_estimate_by_hand() -> None:
    """A pipeline like the measured f_k8s_merge_250: 6.6 µs for 250 bytes of a JSON logger's line under CRI."""
    kubernetes = section("filter", name="kubernetes", match="kube.*", merge_log="on")
    traffic = replace(KNOWN, runtime="cri", lines="auto", app_fields=5.0)
    found = cost(CRI.replace("docker, cri", "cri") + kubernetes + NULL, traffic)
    assert found.us_per_event.mid == pytest.approx(6.6, rel=0.1)
    assert found.us_per_event.low < 6.6 < found.us_per_event.high and found.share(Grade.MEASURED) == 1.0
    assert found.us_per_event.mid == pytest.approx(us(terms(CRI.replace("docker, cri", "cri") + kubernetes + NULL, traffic)))


def test_one_thread_reads_and_filters_and_outputs_have_others() -> None:
    text = TAIL + section("filter", name="throttle", match="*") + section("output", name="es", match="*")
    found = cost(text)
    shares = {each.stage.plugin: each.share for each in found.stages}
    assert found.serial == pytest.approx(shares["tail"] + shares["throttle"]) and 1 < found.cpus < 4
    assert found.per_second(4.0).mid == pytest.approx(found.events_per_cpu_second.mid / found.serial)
    assert found.per_second(0.5).mid == pytest.approx(found.events_per_cpu_second.mid / 2)
    assert cost(text + "    workers 0\n").serial == pytest.approx(1.0)
    assert cost(text + "    workers 1\n").serial == pytest.approx(shares["es"])
    threaded = text.replace("path /in.log", "path /in.log\n    threaded on")
    assert cost(threaded).serial == pytest.approx(max(shares["tail"], shares["throttle"], shares["es"] / 2))


@pytest.mark.parametrize(
    ("source", "known", "expected"),
    [
        (section("input", name="tail", path="/in.log"), {}, {}),
        (section("input", name="tcp", format="none"), {}, {"tcp.event": 1.0}),
        (section("input", name="tcp"), {}, {"parse.json_byte": 500.0, "parse.json_field": 9.0}),
        (section("input", name="http"), {}, {"parse.json_byte": 500.0, "parse.json_field": 9.0}),
        (section("input", name="syslog", parser="syslog-rfc3164"), {}, {"regex.capture": 6.0, "time.read": 1.0}),
        (section("input", name="forward"), {}, {}),
        (CRI, {"runtime": "docker", "lines": "container"}, {"parse.json_byte": 500.0, "parse.json_field": 3.0}),
        (CRI, {"runtime": "cri", "lines": "container"}, {"regex.capture": 4.0}),
    ],
)
def test_what_a_sample_shows_of_a_source_counts(source: str, known: dict[str, object], expected: dict[str, float]) -> None:
    seen = Figures(KNOWN, {"line_bytes": 500.0, "app_fields": 9.0, "continuation": 0.0, **known})
    (stage, *_), rules = graph(source + NULL).stages, parts("fluentbit").costs
    done = rules.enter(stage, (), 1.0, cast("TrafficProfile", seen), None)
    found = done.uses[0].terms
    assert found["input.byte"] == 500.0 and found.items() >= expected.items()
    assert done.emitted[Flow.ROUTE].events == 1.0


NASTY = ('"', "$", "[", "/(/", "/(a|b)*c/im", "-1", "1e400", "nan", "true", "regex,cri, ,java", "a b c d e f", "gzip", "\\", "😀")


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["input", "filter", "output"])
def test_whatever_a_parameter_says_there_is_a_cost(kind: str) -> None:
    block = {"input": "{}" + NULL, "filter": TAIL + "{}" + NULL, "output": TAIL + "{}"}[kind]
    # All shares at their ends: nothing is kept, everything continues.
    traffics = [KNOWN, replace(KNOWN, continuation=1.0, partial=1.0, kept=0.0, app_miss=1.0, miss=1.0)]
    count = 0
    for plugin in plugin_names("fluentbit", kind):
        spec = plugin_spec("fluentbit", kind, plugin)
        names = [*([] if spec is None else spec.body.params), "multiline.parser", "rule", "condition", "add"]
        for value in NASTY:
            lines = "".join(f"    {name} {value}\n" for name in dict.fromkeys(names) if name not in ("match", "tag"))
            text = block.format(f"[{kind}]\n    name {plugin}\n    match *\n{lines}")
            for traffic in traffics:
                found = walk(graph(text), traffic, parts("fluentbit").costs)
                count += 1
                for load in [] if found is None else found.loads:
                    assert all(0 <= amount < math.inf for amount in load.terms.values()), (plugin, value, load.terms)
                    assert load.terms.keys() <= load_model("fluentbit").coefficients.keys(), (plugin, load.terms)
    assert count > 500
