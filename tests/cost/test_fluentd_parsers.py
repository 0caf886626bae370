"""Which work the parameters of Fluentd's parsers lead to; rows named in comments are those of the measurements."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pipelint.cost.events.work import Grade
from pipelint.engines.fluentd.cost.parse import grok, regexes
from pipelint.graph.stage import Kind
from tests.cost.helpers import MEDIUM, NULL, TAIL, load, section, walked, work

CRI = "/^(?<ts>.+) (?<stream>stdout|stderr)( (?<logtag>.))? (?<log>.*)$/"


def timed(lines: str) -> dict[str, float]:
    """Time work of a json parser on Docker's lines with more parameters."""
    text = TAIL.replace("    time_key __none__\n", lines) + NULL
    return {k: v for k, v in load(text, "json").terms.items() if v and k.startswith(("time.", "log."))}


@pytest.mark.parametrize(
    ("lines", "term"),
    [
        ("time_format %Y-%m-%dT%H:%M:%S.%NZ\n", "time.mktime"),  # p_json_tfNZ_250: +31 µs
        ("time_format %Y-%m-%dT%H:%M:%S\n", "time.mktime"),  # p_json_tfSsec
        ("time_format %Y-%m-%dT%H:%M:%S.%N%z\n", "time.compiled"),  # p_json_tfNz_Z: +0.2
        ("time_format %Y-%m-%dT%H:%M:%S.%LZ\n", "time.ruby"),  # p_json_tfLZlit: +4.2
        ("time_format %iso8601\n", "time.iso8601"),
        ("time_type string\n", "time.guessed"),  # p_json_strnofmt: Time.parse
        ("time_type unixtime\n", "time.number"),
        ("", "time.number"),  # p_json_default_250: json's own time_type is float
        ("time_type mixed\ntime_format_fallbacks %iso8601\n", "time.mixed"),
    ],
)
def test_a_time_format_leads_to_its_parser(lines: str, term: str) -> None:
    assert timed(lines) == {term: 1.0}


@pytest.mark.parametrize(
    ("lines", "term"),
    [
        ("", "time.ruby"),  # Its default has %L: p_syslog5424_250, +15 µs.
        ("rfc5424_time_format %Y-%m-%dT%H:%M:%S.%N%z\n", "time.compiled"),  # p_syslog_5424: +6
    ],
)
def test_the_newer_syslog_has_a_time_format_of_its_own(lines: str, term: str) -> None:
    text = TAIL.replace("@type json", "@type syslog\nmessage_format rfc5424").replace("    time_key __none__\n", lines) + NULL
    assert {k: v for k, v in load(text, "syslog").terms.items() if k.startswith("time.")} == {term: 1.0}


def test_fields_that_get_a_type_are_counted() -> None:
    text = TAIL.replace("@type json", "@type json\ntypes code:integer,took:float") + NULL
    assert load(text, "json").terms["parse.typed_field"] == 2.0
    assert "parse.typed_field" not in load(TAIL + NULL, "json").terms


def test_a_time_key_that_the_line_lacks_costs_nothing_or_a_warning() -> None:
    assert timed("time_key nope\ntime_format %Y-%m-%dT%H:%M:%S.%NZ\n") == {}
    # p_json_notime_noest: a warning a line
    for written in ("false", "no"):
        assert timed(f"time_key nope\nestimate_current_event {written}\n") == {"log.warn": 1.0}


def test_stamps_that_repeat_are_read_from_the_cache() -> None:
    text = TAIL.replace("time_key __none__", "time_format %Y-%m-%dT%H:%M:%S.%NZ") + NULL
    # p_json_tfNZ_same1s costs what no time costs
    assert load(text, "json", replace(MEDIUM, distinct_times=0.0)).terms.get("time.mktime", 0.0) == 0.0


@pytest.mark.parametrize(
    ("parser", "names"),
    [
        ("@type json\ntime_format %Y-%m-%dT%H:%M:%S.%N%z\n", 2.0),  # log and stream
        ("@type json\ntime_format %Y-%m-%dT%H:%M:%S.%N%z\nkeep_time_key true\n", 3.0),
        ("@type json\ntime_key nope\n", 3.0),
        ("@type regexp\nexpression /^(?<time>[^ ]+) (?<a>[^ ]+) (?<b>.*)$/\ntime_format %FT%T.%N%z\n", 2.0),
        ("@type regexp\nexpression /^(?<day>[^ ]+) (?<a>[^ ]+) (?<b>.*)$/\n", 3.0),
        ("@type nginx\n", 8.0),
        ("@type syslog\n", 4.0),
        ("@type syslog\nkeep_time_key true\n", 5.0),
    ],
)
def test_a_parser_takes_the_time_out_of_the_record(parser: str, names: float) -> None:
    text = TAIL.replace("@type json\n    time_key __none__\n", parser)
    body = "@type record_transformer\n<record>\na b\n</record>"
    assert work(text + section("filter", body) + NULL, "record.name") == names + 3


def test_json_is_counted_by_the_keys_of_the_runtime_or_of_the_application() -> None:
    assert load(TAIL + NULL, "json").terms["parse.json_field"] == 3.0
    plain = TAIL.replace("/var/log/containers", "/srv/app") + NULL
    assert load(plain, "json", replace(MEDIUM, app_fields=20.0)).terms["parse.json_field"] == 20.0


def test_a_runtime_frames_lines_wherever_its_files_are_mounted() -> None:
    """Docker names them NAME-json.log, and a format with nine digits of a second is for its stamps."""
    for path, format_, keys in (
        ("/host/docker/a/a-json.log", "", 3.0),
        ("/srv/logs/*.log", "    time_format %Y-%m-%dT%H:%M:%S.%NZ\n", 3.0),
        ("/srv/logs/*.log", "    time_format %Y-%m-%dT%H:%M:%S%z\n", 7.0),
        ("/srv/logs/*.log", "    time_key ts\n    time_format %Y-%m-%dT%H:%M:%S.%NZ\n", 7.0),
        ("/srv/logs/*.log", "", 7.0),
    ):
        text = TAIL.replace("/var/log/containers/*.log", path).replace("    time_key __none__\n", format_)
        assert load(text + NULL, "json").terms["parse.json_field"] == keys, (path, format_)


def test_a_regex_costs_what_its_search_takes_and_its_captures() -> None:
    assert regexes.names(CRI) == ("ts", "stream", "logtag", "log")
    short, long = (regexes.captured(CRI, size) for size in (250.0, 4000.0))
    assert short["regex.match"] == 1.0 and short["regex.capture"] == 4.0
    # A greedy run that has to come back over the whole message, against one that does not.
    plain = regexes.captured("/^(?<a>[^ ]+) (?<b>.*)$/", 4000.0)
    assert long["regex.search"] > 1.2 * plain["regex.search"] and long["regex.search"] > 8 * short["regex.search"]
    # Flags count, and what cannot be run costs as a run of anything does.
    searches = [regexes.searched(text, 1000.0, 0.0)["regex.search"] for text in ("/error/", "/error/i", "/error(/")]
    assert searches[0] < searches[1] and searches[2] == 2.5


def test_a_multiline_parser_reads_the_time_of_an_event_not_of_each_line() -> None:
    multiline = "@type multiline\nformat_firstline /^x/\nformat1 /^(?<time>.)(?<a>.)/\ntime_format %iso8601"
    text = TAIL.replace("@type json\n    time_key __none__", multiline) + NULL
    # Streams of 250 events in place of a thousand save 0.2 x log10(4) / 2 of what is done for an event.
    for continuation, saved in ((0.0, 1.0), (0.75, 0.9398)):
        found = work(text, "time.iso8601", replace(MEDIUM, continuation=continuation))
        assert found == pytest.approx((1 - continuation) * saved, rel=1e-4)


def test_stamps_in_whole_seconds_repeat_unless_a_runtime_writes_them() -> None:
    """Measured by instructions, with half of the lines joined: 1.9 times reading JSON with no time, so no mktime an event."""
    for path, distinct in (("/srv/app/*.log", MEDIUM.second_times), ("/var/log/containers/*.log", 1.0)):
        regexp = "@type regexp\nexpression /^(?<time>.{19}) (?<a>.*)/\ntime_format %Y-%m-%d %H:%M:%S"
        text = TAIL.replace("/var/log/containers/*.log", path).replace("@type json\n    time_key __none__", regexp) + NULL
        assert work(text, "time.mktime") == pytest.approx(distinct), path


def test_the_columns_of_a_cri_line_are_fields_where_they_are_merged() -> None:
    """The message alone, or with it the stream and the flag: the time is the inner parser's (parser_cri.rb 0.1.1)."""
    copy = section("match", "@type copy\ncopy_mode deep\n<store>\n@type null\n</store>")
    for more, fields in (("", 3.0), ("merge_cri_fields true", 3.0), ("merge_cri_fields false", 1.0)):
        cri = f"@type cri\n{more}\n<parse>\n@type none\n</parse>"
        text = TAIL.replace("@type json\n    time_key __none__", cri) + copy
        assert work(text, "forward.unpack_field") == fields, more
        # Stream and flag are put into the record that the inner parser made.
        assert (work(text, "parse.cri_field"), work(text, "time.ruby")) == (fields - 1, 0), more
    for more, fields in (("", 4.0), ("merge_cri_fields false", 4.0), ("keep_time_key false", 3.0)):
        text = TAIL.replace("@type json\n    time_key __none__", f"@type cri\n{more}") + copy
        assert (work(text, "forward.unpack_field"), work(text, "time.ruby")) == (fields, 1.0), more


@pytest.mark.parametrize(
    ("written", "patterns"),
    [
        ("grok_pattern %{INT:a}", ["%{INT:a}"]),
        ("<grok>\npattern %{INT:a}\n</grok>\n<grok>\npattern x\n</grok>", ["%{INT:a}", "x"]),
        # The plugin looks at <grok> only where there is no grok_pattern (fluent-plugin-grok-parser, lib/fluent/plugin/grok.rb).
        ("grok_pattern %{INT:a}\n<grok>\npattern x\n</grok>", ["%{INT:a}"]),
        ("", [""]),
    ],
)
def test_the_patterns_of_a_grok_parser(written: str, patterns: list[str]) -> None:
    text = section("filter", f"@type parser\nkey_name log\n<parse>\n@type grok\n{written}\n</parse>")
    assert grok.patterns(load(TAIL + text + NULL, "grok").stage.block) == patterns


def test_a_grok_match_takes_what_its_search_takes() -> None:
    text = grok.matched("%{LOGLEVEL:level} %{GREEDYDATA:message}", 250.0)
    assert text.keys() == {"grok.hit", "grok.capture", "regex.search"}
    assert text["grok.capture"] == 2
    long = grok.matched("%{LOGLEVEL:level} %{GREEDYDATA:message}", 1000.0)
    assert text["regex.search"] < long["regex.search"] < 4 * text["regex.search"]


def test_grok_counts_fields_of_the_patterns_it_names() -> None:
    assert grok.captures("%{COMBINEDAPACHELOG}") == 11
    assert grok.captures("^%{TIMESTAMP_ISO8601:ts} %{LOGLEVEL:level} %{GREEDYDATA}") == 2


def test_multi_format_tries_its_patterns_in_order() -> None:
    patterns = "<pattern>\nformat json\n</pattern>\n<pattern>\nformat /(?<a>x)/\n</pattern>\n<pattern>\n@type none\n</pattern>"
    text = TAIL.replace("@type json\n    time_key __none__", f"@type multi_format\n{patterns}") + NULL
    found = load(text, "multi_format", replace(MEDIUM, alternatives=(0.0, 0.0, 1.0)))
    # A line for the last one: the first two fail on it.
    search = found.terms.pop("regex.search")
    assert found.grade is Grade.MEASURED and found.terms == {"parse.exception": 1.0, "regex.match": 1.0} and 0 < search < 1


@pytest.mark.parametrize(
    ("name", "known"),
    [("ENV['X'] || 'json'", True), ('ENV["X"]||"json"', True), ("ENV['X']", False), ("ENV['X'] || other", False)],
)
def test_a_parser_that_a_variable_names_is_its_default(name: str, known: bool) -> None:
    """Fluentd's Kubernetes images name it so."""
    text = TAIL.replace("@type json\n", f'@type "#{{{name}}}"\n') + NULL
    found = next(one for one in walked(text).loads if one.stage.kind is Kind.PARSE)
    plain = load(TAIL + NULL, "json")
    assert (found.terms, found.grade) == ((plain.terms, Grade.MODELLED) if known else ({"any.parse": 1.0}, Grade.UNKNOWN))
