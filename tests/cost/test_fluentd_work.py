"""Which work the parameters of a Fluentd stage lead to; rows named in comments are those of the measurements."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from pipelint.cost.events.work import Grade
from pipelint.engines.fluentd.cost.parse import regexes
from tests.cost.helpers import DETECT, FILE, MEDIUM, NULL, TAIL, load, section, walked, work

IN_MEMORY = FILE.replace("<buffer>\n    @type file", "<buffer>\n    @type memory")


def test_what_any_output_costs_holds_its_packing_and_its_buffer() -> None:
    other = "<match **>\n  @type nobody_knows\n  <buffer tag>\n    @type file\n  </buffer>\n</match>\n"
    terms = {name: n for one in walked(TAIL + other).loads[2:] for name, n in one.terms.items() if n}
    assert terms == {"any.output": 1.0, "buffer.write_stream": 0.001, "buffer.file_stream": 0.001}
    # Lone events have to be written one by one, which no measured output had to do.
    assert work(TAIL + DETECT + other, "buffer.file_stream") == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("more", "fields"),
    [("", 2.0), ("reserve_data true\n", 3.0), ("reserve_data true\nremove_key_name_field true\n", 2.0)],
)
def test_the_fields_behind_a_parser_filter(more: str, fields: float) -> None:
    """Two are parsed; message is the only one before."""
    parser = f"@type parser\nkey_name message\n{more}<parse>\n@type regexp\nexpression /^(?<a>.)(?<b>.)/\n</parse>"
    copy = section("match", "@type copy\ncopy_mode deep\n<store>\n@type null\n</store>")
    assert work(TAIL.replace("json", "none") + section("filter", parser) + copy, "forward.unpack_field") == fields


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


def test_paths_into_the_record_cost_a_stage_once_more_and_placeholders_less_than_fields() -> None:
    test = "<regexp>\nkey {}\npattern /x/\n</regexp>\n"
    for keys, nested in ((("a", "b"), 0.0), (("a", "$.a.b"), 1.0), (("$.a.b", "$['c']"), 1.0)):
        body = "@type grep\n" + "".join(map(test.format, keys))
        assert work(TAIL + section("filter", body) + NULL, "key.nested") == nested, keys
    body = '@type record_transformer\n<record>\na ${tag}\nb ${record["x"]}\nc ${time}\nd e\n</record>'
    terms = load(TAIL + section("filter", body) + NULL, "record_transformer").terms
    assert (terms["record.placeholder"], terms["record.reference"], terms["record.plain"]) == (2.0, 1.0, 1.0)


def test_ruby_in_a_record_transformer_needs_no_names() -> None:
    for ruby, base in (("true", {"record.ruby"}), ("false", {"record.event", "record.name"})):
        body = f"@type record_transformer\nenable_ruby {ruby}\n<record>\na ${{tag}}\n</record>"
        found = load(TAIL + section("filter", body) + NULL, "record_transformer").terms
        assert {"record.ruby", "record.event", "record.name"} & found.keys() == base


def test_only_the_keys_of_the_record_itself_get_names() -> None:
    plain = TAIL.replace("/var/log/containers", "/srv/app")
    body = "@type record_transformer\n<record>\na b\n</record>"
    traffic = replace(MEDIUM, app_fields=23.0, nested_fields=18.0, app_keys=("a", "b"))
    assert work(plain + section("filter", body) + NULL, "record.name", traffic) == 5 + 3
    # Metadata brings two keys, kubernetes and docker, with all others inside.
    metadata = section("filter", "@type kubernetes_metadata")
    assert work(TAIL + metadata + section("filter", body) + NULL, "record.name") == 3 + 2 + 3


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


def test_a_format_that_an_output_does_not_declare_is_never_read() -> None:
    """Fluentd says of it that it is not used; elasticsearch writes its records as MessagePack into the buffer."""
    plain = section("match", "@type elasticsearch")
    unread = section("match", "@type elasticsearch\n<format>\n@type json\n</format>")
    assert [one.terms for one in walked(TAIL + unread).loads if one.terms] == [one.terms for one in walked(TAIL + plain).loads]
    assert work(TAIL + unread, "format.msgpack") == 1.0


def test_forest_is_the_output_that_it_makes() -> None:
    made = "path /out/f\nbuffer_type file\nformat json\n"
    forest = section("match", f"@type forest\nsubtype file\n<template>\n{made}</template>")
    alone = walked(TAIL + section("match", f"@type file\n{made}")).loads[2:]
    one = load(TAIL + forest, "forest")
    amounts: dict[str, float] = {}
    for each in alone:
        for name, amount in each.terms.items():
            amounts[name] = amounts.get(name, 0.0) + amount
    assert one.grade is Grade.MODELLED and one.terms == pytest.approx(amounts) and amounts["buffer.file_stream"] > 0
    # Of a subtype that nobody knows it is no more known.
    strange = section("match", "@type forest\nsubtype nobody_knows")
    assert load(TAIL + strange, "forest").grade is Grade.UNKNOWN


def test_datacounter_tries_its_patterns_until_one_matches() -> None:
    """Three patterns and none of them: a quarter of the events each, so that 1, 3/4 and 2/4 come to the patterns."""
    counter = section("match", "@type datacounter\ncount_key log\npattern1 a ^a\npattern2 b ^b\npattern3 c ^c\nunit minute")
    found = load(TAIL + counter, "datacounter")
    assert found.grade is Grade.MODELLED and found.terms["regex.test"] == pytest.approx(2.25)
    assert 0 < found.terms["regex.search"] < 1


def test_of_the_ways_to_copy_records_only_those_that_go_deep_open_them() -> None:
    def deep(mode: str) -> bool:
        store = "<store>\n@type null\n</store>"
        return work(TAIL + section("match", f"@type copy\n{mode}\n{store}\n{store}"), "copy.deep") > 0

    # deep_copy asks for a shallow copy of each record: fluentd 1.16, out_copy.rb.
    modes = ("copy_mode deep", "copy_mode marshal", "copy_mode shallow", "deep_copy true", "copy_mode deep\ndeep_copy true", "")
    assert [mode for mode in modes if deep(mode)] == ["copy_mode deep", "copy_mode marshal"]


def test_a_deep_copy_packs_and_unpacks_the_records_of_each_store() -> None:
    """Fluentd 1.16, out_copy.rb; Docker's record has three keys."""
    store = "<store>\n@type null\n</store>\n"
    terms = load(TAIL + section("match", f"@type copy\ncopy_mode deep\n{store * 2}"), "copy").terms
    assert (terms["copy.deep"], terms["forward.unpack"], terms["forward.unpack_field"]) == (2.0, 2.0, 6.0)


def test_a_field_that_is_set_again_is_no_further_one() -> None:
    """Names for three keys and three figures, then for the new key, which the second filter sets again."""
    again = section("filter", "@type record_transformer\n<record>\na x\n</record>")
    assert work(TAIL + again * 3 + NULL, "record.name") == (3 + 3) + 2 * (4 + 3)


def test_lines_of_a_busy_tcp_sender_are_emitted_by_the_read() -> None:
    """Fluentd 1.16, in_tcp.rb, and cool.io's 16,384 bytes; those of syslog go one by one."""
    source = "<source>\n@type {}\ntag t\n<parse>\n@type {}\n</parse>\n</source>\n"
    for kind, parse, streams in (("tcp", "none", 250 / 16384), ("udp", "none", 1.0), ("syslog", "syslog", 1.0)):
        assert work(source.format(kind, parse) + FILE, "buffer.write_stream") == pytest.approx(streams), kind
    assert work(source.format("tcp", "none") + FILE, "buffer.write_stream", replace(MEDIUM, line_bytes=20_000)) == 1.0


def test_ruby_fields_are_compiled_for_each_event() -> None:
    body = '@type record_transformer\n{}<record>\na x\nb ${{record["log"]}}\n</record>'
    ruby = load(TAIL + section("filter", body.format("enable_ruby true\n")) + NULL, "record_transformer").terms
    plain = load(TAIL + section("filter", body.format("")) + NULL, "record_transformer").terms
    assert ruby["record.eval"] == 2.0 and "record.name" not in ruby
    assert (plain["record.plain"], plain["record.reference"]) == (1.0, 1.0)
    # kubernetes.var.log.containers.NAME.log has six parts; three keys, and time, tag and host have names too.
    assert (plain["record.name"], plain["record.tag_name"]) == (3 + 3, 6)


@pytest.mark.parametrize(
    ("languages", "rules"), [("java", 1), ("java, python", 2), ("js, csharp", 1), ("go", 2), ("all", 7), ("[]", 7)]
)
def test_each_language_of_detect_exceptions_has_searches_of_its_own(languages: str, rules: int) -> None:
    """The rules that leave its start_state (0.0.16), those that two languages share counted once."""
    text = TAIL + section("match", f"@type detect_exceptions\nlanguages {languages}\nremove_tag_prefix kubernetes\n") + NULL
    terms = load(text, "detect_exceptions").terms
    assert terms["detect.rule"] == pytest.approx(rules * terms["detect.event"])
    # Two alternatives that begin alike nowhere: no text to look for, as the measured 10.3 us of php against 8.8 of ruby say.
    php, ruby = (load(text.replace(languages, name), "detect_exceptions").terms["regex.search"] for name in ("php", "ruby"))
    assert php > 2 * ruby


@pytest.mark.parametrize(
    ("interval", "filters", "output", "contended"),
    [
        ("multiline_flush_interval 1\n", ["record_transformer", "concat"], FILE, 2.0),
        # The plugin has no thread of its own.
        ("", ["record_transformer", "concat"], FILE, 0.0),
        # These take next to no time: they look at the record, or change it in place.
        ("multiline_flush_interval 1\n", ["grep", "record_modifier", "record_transformer"], FILE, 1.0),
        # Appending to a chunk in memory lets no other thread run.
        ("multiline_flush_interval 1\n", ["record_transformer"], IN_MEMORY, 0.0),
    ],
)
def test_a_thread_that_waits_for_the_lock_of_detect_exceptions_wakes_at_each_write_to_disk(
    interval: str, filters: list[str], output: str, contended: float
) -> None:
    """On Fluentd 1.16.5 that thread took 14 to 33 us an event behind such filters, none without the interval or in memory."""
    detect = DETECT.replace("message log\n", f"message log\n  {interval}")
    between = "".join(section("filter", f"@type {plugin}\nkey log") for plugin in filters)
    assert work(TAIL + detect + between + output, "buffer.contended") == pytest.approx(contended)
    assert work(TAIL + between + output, "buffer.contended") == 0.0


def test_what_only_hands_streams_on_does_not_make_them_dearer() -> None:
    relabel = section("match", "@type relabel\n@label @OUT")
    inside = f"<label @OUT>\n{FILE}</label>\n"
    crowded = work(TAIL + DETECT + FILE, "buffer.crowded_stream")
    assert work(TAIL + DETECT + relabel + inside, "buffer.crowded_stream") == crowded > 0


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
    # Half as many records, each twice as long: a line has 250 bytes. Streams of half as many save 0.2 x log10(2) / 2 of them.
    assert work(text, "format.json_byte", traffic) == pytest.approx(250 * (1 - 0.0301), rel=1e-4)


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


@pytest.mark.parametrize(("value", "splits"), [("${tag_parts[1]}", 1.0), ("${tag}", 0.0)])
def test_record_modifier_takes_the_tag_apart_where_a_value_asks_for_a_part(value: str, splits: float) -> None:
    body = f"@type record_modifier\n<record>\na {value}\n</record>\n"
    assert work(TAIL + section("filter", body) + NULL, "record.tag_split") == splits


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
