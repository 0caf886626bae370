"""Which work the parameters of a Fluentd stage lead to; rows named in comments are those of the measurements."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from pipelint.cost.traffic import TrafficProfile
from pipelint.cost.work import Grade
from pipelint.engines.fluentd.cost.parse import grok, regexes
from tests.cost.helpers import DETECT, FILE, MEDIUM, NULL, TAIL, load, section, walked

CRI = "/^(?<ts>.+) (?<stream>stdout|stderr)( (?<logtag>.))? (?<log>.*)$/"


def work(text: str, term: str, traffic: TrafficProfile = MEDIUM) -> float:
    """How much of one kind of work all stages do per input line."""
    return sum(stage.terms.get(term, 0.0) for stage in walked(text, traffic).loads)


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


def test_a_time_key_that_the_line_lacks_costs_nothing_or_a_warning() -> None:
    assert timed("time_key nope\ntime_format %Y-%m-%dT%H:%M:%S.%NZ\n") == {}
    # p_json_notime_noest: a warning a line
    for written in ("false", "no"):
        assert timed(f"time_key nope\nestimate_current_event {written}\n") == {"log.warn": 1.0}


def test_stamps_that_repeat_are_read_from_the_cache() -> None:
    text = TAIL.replace("time_key __none__", "time_format %Y-%m-%dT%H:%M:%S.%NZ") + NULL
    # p_json_tfNZ_same1s costs what no time costs
    assert load(text, "json", replace(MEDIUM, distinct_times=0.0)).terms.get("time.mktime", 0.0) == 0.0


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


def test_what_any_output_costs_holds_its_packing_and_its_buffer() -> None:
    other = "<match **>\n  @type nobody_knows\n  <buffer tag>\n    @type file\n  </buffer>\n</match>\n"
    terms = {name: n for one in walked(TAIL + other).loads[2:] for name, n in one.terms.items() if n}
    assert terms == {"any.output": 1.0, "buffer.write_stream": 0.001, "buffer.file_stream": 0.001}
    # Lone events have to be written one by one, which no measured output had to do.
    assert work(TAIL + DETECT + other, "buffer.file_stream") == pytest.approx(1.0)


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


@pytest.mark.parametrize(
    ("more", "fields"),
    [("", 2.0), ("reserve_data true\n", 3.0), ("reserve_data true\nremove_key_name_field true\n", 2.0)],
)
def test_the_fields_behind_a_parser_filter(more: str, fields: float) -> None:
    """Two are parsed; message is the only one before."""
    parser = f"@type parser\nkey_name message\n{more}<parse>\n@type regexp\nexpression /^(?<a>.)(?<b>.)/\n</parse>"
    copy = section("match", "@type copy\ncopy_mode deep\n<store>\n@type null\n</store>")
    assert work(TAIL.replace("json", "none") + section("filter", parser) + copy, "copy.deep_field") == fields


def test_a_parser_filter_that_keeps_the_rest_of_the_record_does_not_make_it_shorter() -> None:
    """Metadata adds 1,000 bytes to a line of 250; the message of 180 is parsed, and leaves as many bytes of fields."""
    metadata = section("filter", "@type kubernetes_metadata")

    def formatted(more: str) -> float:
        parser = f"@type parser\nkey_name log\n{more}<parse>\n@type json\n</parse>"
        return work(TAIL + metadata + section("filter", parser) + FILE, "format.json_byte")

    keep, remove, text = "reserve_data true\n", "remove_key_name_field true\n", MEDIUM.message_bytes
    assert formatted(keep + remove) == pytest.approx(1250)
    assert formatted(keep) == pytest.approx(1250 + text)
    # Without the rest, the text alone is left.
    assert formatted(remove) == formatted("") == pytest.approx(text)


def test_a_multiline_parser_reads_the_time_of_an_event_not_of_each_line() -> None:
    multiline = "@type multiline\nformat_firstline /^x/\nformat1 /^(?<time>.)(?<a>.)/\ntime_format %iso8601"
    text = TAIL.replace("@type json\n    time_key __none__", multiline) + NULL
    for continuation in (0.0, 0.75):
        assert work(text, "time.iso8601", replace(MEDIUM, continuation=continuation)) == pytest.approx(1 - continuation)


def test_stamps_in_whole_seconds_repeat_unless_a_runtime_writes_them() -> None:
    """Measured by instructions, with half of the lines joined: 1.9 times reading JSON with no time, so no mktime an event."""
    for path, distinct in (("/srv/app/*.log", MEDIUM.second_times), ("/var/log/containers/*.log", 1.0)):
        regexp = "@type regexp\nexpression /^(?<time>.{19}) (?<a>.*)/\ntime_format %Y-%m-%d %H:%M:%S"
        text = TAIL.replace("/var/log/containers/*.log", path).replace("@type json\n    time_key __none__", regexp) + NULL
        assert work(text, "time.mktime") == pytest.approx(distinct), path


def test_the_columns_of_a_cri_line_are_fields_where_they_are_merged() -> None:
    """The message alone, or with it the stream, the flag and the time."""
    copy = section("match", "@type copy\ncopy_mode deep\n<store>\n@type null\n</store>")
    for more, fields in (("", 4.0), ("merge_cri_fields true", 4.0), ("merge_cri_fields false", 1.0)):
        cri = f"@type cri\n{more}\n<parse>\n@type none\n</parse>"
        assert work(TAIL.replace("@type json\n    time_key __none__", cri) + copy, "copy.deep_field") == fields, more


def test_paths_into_the_record_cost_a_stage_once_more_and_placeholders_less_than_fields() -> None:
    test = "<regexp>\nkey {}\npattern /x/\n</regexp>\n"
    for keys, nested in ((("a", "b"), 0.0), (("a", "$.a.b"), 1.0), (("$.a.b", "$['c']"), 1.0)):
        body = "@type grep\n" + "".join(map(test.format, keys))
        assert work(TAIL + section("filter", body) + NULL, "key.nested") == nested, keys
    body = '@type record_transformer\n<record>\na ${tag}\nb ${record["x"]}\nc ${time}\nd e\n</record>'
    terms = load(TAIL + section("filter", body) + NULL, "record_transformer").terms
    assert (terms["record.placeholder"], terms["record.reference"], terms["record.plain"]) == (2.0, 1.0, 1.0)


def test_only_the_keys_of_the_record_itself_get_names() -> None:
    plain = TAIL.replace("/var/log/containers", "/srv/app")
    body = "@type record_transformer\n<record>\na b\n</record>"
    traffic = replace(MEDIUM, app_fields=23.0, nested_fields=18.0)
    assert work(plain + section("filter", body) + NULL, "record.name", traffic) == 5 + 3
    # Metadata brings two keys, kubernetes and docker, with all others inside.
    metadata = section("filter", "@type kubernetes_metadata")
    assert work(TAIL + metadata + section("filter", body) + NULL, "record.name") == 3 + 2 + 3


def test_gzip_takes_longer_for_what_is_new_than_for_what_repeats() -> None:
    text = TAIL + section("filter", "@type kubernetes_metadata") + FILE.replace("path /out/f", "path /out/f\n  compress gzip")
    terms = load(text, "file").terms
    assert (terms["gzip.text_byte"], terms["gzip.byte"]) == (MEDIUM.message_bytes, 1250 - MEDIUM.message_bytes)


def test_an_exclude_finds_nothing_in_what_is_kept() -> None:
    for kept in (1.0, 0.25):
        for name, hits in (("regexp", kept), ("exclude", 1 - kept)):
            body = f"@type grep\n<{name}>\nkey log\npattern /^[a-z]+ .*x$/\n</{name}>"
            traffic = replace(MEDIUM, kept=kept, line_bytes=4000.0)
            found = load(TAIL + section("filter", body) + NULL, "grep", traffic)
            searches = [regexes.searched("/^[a-z]+ .*x$/", size, hits)["regex.search"] for size in (3900.0, 4000.0)]
            assert searches[0] <= found.terms["regex.search"] <= searches[1]


def test_both_buffers_in_files_are_on_disk() -> None:
    for kind, on_disk in (("memory", False), ("file", True), ("file_single", True)):
        text = TAIL + section("match", f"@type http\n<buffer>\n@type {kind}\n</buffer>")
        assert (work(text, "buffer.file_stream") > 0, work(text, "buffer.memory_byte") == 0) == (on_disk, on_disk), kind


def test_an_event_meets_the_last_of_the_rewriting_rules() -> None:
    def search(*patterns: str) -> float:
        rules = "\n".join(f"<rule>\nkey log\npattern {pattern}\ntag t\n</rule>" for pattern in patterns)
        traffic = replace(MEDIUM, line_bytes=4000.0)
        return work(TAIL + section("match", f"@type rewrite_tag_filter\n{rules}"), "regex.search", traffic)

    # A vowel with a digit after it is sought through all of the line; where there is one, or no x at the start, little is read.
    assert search("/[aeiou][0-9]/", "/^x/") > 2 * search("/^x/", "/[aeiou][0-9]/")


def test_logstash_format_writes_the_date_of_the_index_and_the_timestamp() -> None:
    for value, written in (("true", 2.0), ("false", 0.0)):
        text = TAIL + section("match", f"@type elasticsearch\nlogstash_format {value}")
        assert work(text, "time.written") == written


def test_of_the_ways_to_copy_records_only_those_that_go_deep_open_them() -> None:
    def deep(mode: str) -> bool:
        store = "<store>\n@type null\n</store>"
        return work(TAIL + section("match", f"@type copy\n{mode}\n{store}\n{store}"), "copy.deep_field") > 0

    # deep_copy asks for a shallow copy of each record: fluentd 1.16, out_copy.rb.
    modes = ("copy_mode deep", "copy_mode marshal", "copy_mode shallow", "deep_copy true", "copy_mode deep\ndeep_copy true", "")
    assert [mode for mode in modes if deep(mode)] == ["copy_mode deep", "copy_mode marshal"]


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


def test_grok_counts_fields_of_the_patterns_it_names() -> None:
    assert grok.captures("%{COMBINEDAPACHELOG}") == 12
    assert grok.captures("^%{TIMESTAMP_ISO8601:ts} %{LOGLEVEL:level} %{GREEDYDATA}") == 2


def test_multi_format_tries_its_patterns_in_order() -> None:
    patterns = "<pattern>\nformat json\n</pattern>\n<pattern>\nformat /(?<a>x)/\n</pattern>\n<pattern>\n@type none\n</pattern>"
    text = TAIL.replace("@type json\n    time_key __none__", f"@type multi_format\n{patterns}") + NULL
    found = load(text, "multi_format", replace(MEDIUM, alternatives=(0.0, 0.0, 1.0)))
    # A line for the last one: the first two fail on it.
    search = found.terms.pop("regex.search")
    assert found.grade is Grade.MEASURED and found.terms == {"parse.exception": 1.0, "regex.match": 1.0} and 0 < search < 1


def test_ruby_fields_are_compiled_for_each_event() -> None:
    body = '@type record_transformer\n{}<record>\na x\nb ${{record["log"]}}\n</record>'
    ruby = load(TAIL + section("filter", body.format("enable_ruby true\n")) + NULL, "record_transformer").terms
    plain = load(TAIL + section("filter", body.format("")) + NULL, "record_transformer").terms
    assert ruby["record.eval"] == 2.0 and "record.name" not in ruby
    assert (plain["record.plain"], plain["record.reference"]) == (1.0, 1.0)
    # kubernetes.var.log.containers.NAME.log has six parts; three keys, and time, tag and host have names too.
    assert (plain["record.name"], plain["record.tag_name"]) == (3 + 3, 6)


def test_lone_events_begin_behind_detect_exceptions() -> None:
    together, alone = TAIL + FILE, TAIL + DETECT + FILE
    assert work(together, "buffer.write_stream") == pytest.approx(0.001)
    assert work(alone, "buffer.write_stream") == pytest.approx(1.0)
    # Only behind the first stage are there others to go through.
    assert work(together, "buffer.crowded_stream") == 0.0
    assert work(alone, "buffer.crowded_stream") == pytest.approx(1.0)


def test_concat_does_not_change_how_many_streams_there_are() -> None:
    concat = section("filter", "@type concat\nkey log\nmultiline_start_regexp /^\\d/")
    traffic = replace(MEDIUM, continuation=0.5)
    text = TAIL + concat + FILE
    assert load(text, "file", traffic).events == pytest.approx(0.5)
    assert work(text, "buffer.write_stream", traffic) == pytest.approx(0.001)


def test_metadata_makes_what_is_formatted_behind_it_longer() -> None:
    metadata = "@type kubernetes_metadata\n"
    skip = "skip_labels true\nskip_container_metadata true\nskip_namespace_metadata true\nskip_master_url true"

    def formatted(body: str) -> float:
        text = TAIL + section("filter", body) + FILE
        return work(text, "format.json_byte")

    # One KB more in the replica; a third of that when all that can be skipped is.
    assert formatted(metadata) - 250 == pytest.approx(1000)
    assert formatted(metadata + skip) - 250 == pytest.approx(360)
    # What the environment says is not known: the default counts.
    by_code = re.sub("true", "\"#{ENV['SKIP'] || 'false'}\"", skip)
    assert formatted(metadata + by_code) - 250 == pytest.approx(1000)


# Fluentd.Config: `a,,b` has three items, `["a,b"]` has one (tests/data/fluentd-types.json; the latter as JSON is read).
@pytest.mark.parametrize(("keys", "count"), [("a,b", 2), ("a,,b", 3), ('["a","b"]', 2), ('["a,b"]', 1)])
def test_a_list_has_the_items_that_fluentd_reads(keys: str, count: int) -> None:
    body = f"@type record_modifier\nremove_keys {keys}\n"
    assert work(TAIL + section("filter", body) + NULL, "record.modified_field") == count


def test_packed_events_are_unpacked_once_and_only_where_records_are_needed() -> None:
    source = "<source>\n  @type forward\n</source>\n"
    relay = source + section("match", "@type forward\n<server>\nhost h\n</server>")
    assert work(relay, "forward.unpack") == work(relay, "format.msgpack") == work(relay, "buffer.event") == 0.0
    grep = section("filter", "@type grep\n<regexp>\nkey a\npattern /x/\n</regexp>")
    assert work(source + grep + grep + NULL, "forward.unpack") == 1.0
    again = relay.replace("<match", grep + "<match")
    assert work(again, "forward.unpack") == work(again, "format.msgpack") == work(again, "buffer.event") == 1.0


def test_failed_records_go_to_the_error_label_unless_the_config_says_no() -> None:
    body = "@type parser\nkey_name log\n{}<parse>\n@type json\n</parse>"
    traffic = replace(MEDIUM, app_miss=1.0)
    loud = TAIL + section("filter", body.format("")) + NULL
    assert work(loud, "error.event", traffic) == 1.0
    for written in ("false", "no"):
        quiet = TAIL + section("filter", body.format(f"emit_invalid_record_to_error {written}\n")) + NULL
        assert work(quiet, "error.event", traffic) == 0.0


@pytest.mark.parametrize("keys", ["[]", "tag", "", "stream", "time", "tag,time", '["tag", "time"]', '["stream"]'])
def test_chunk_keys(keys: str) -> None:
    text = TAIL + section("match", f"@type file\npath /f\n<buffer {keys}>\n@type memory\ntimekey 60\n</buffer>")
    assert work(text, "buffer.record_key") == float("stream" in keys)
    assert work(text, "buffer.time_key") == float("time" in keys)
