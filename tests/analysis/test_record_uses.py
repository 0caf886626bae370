"""What is known of the keys that stages read: roles, what took a key away, what is not claimed."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.checker import load
from pipelint.engines.fluentd.records.facts import KeyUse
from pipelint.engines.fluentd.records.settings import accessor_path, items, may_change_record, only_reads, read_paths
from pipelint.facts.stage import StageFact
from tests.facts import build_facts


def stages(tmp_path: Path, text: str) -> list[StageFact]:
    path = tmp_path / "fluent.conf"
    path.write_text(text)
    (config,) = load([str(path)]).configs
    assert not config.errors
    return build_facts(config).config.stages


def uses(tmp_path: Path, text: str) -> list[KeyUse]:
    return [use for stage in stages(tmp_path, text) for use in stage.reads]


def seen(tmp_path: Path, text: str) -> list[tuple[str, str, str]]:
    return [(use.role.value, use.key, use.status.value) for use in uses(tmp_path, text)]


def tail(parse: str, path: str = "/var/log/app.log", more: str = "") -> str:
    return f"<source>\n@type tail\npath {path}\ntag app\n{more}\n<parse>\n{parse}\n</parse>\n</source>\n"


def section(name: str, body: str, pattern: str = "**") -> str:
    return f"<{name} {pattern}>\n{body}\n</{name}>\n"


STDOUT = section("match", "@type stdout")
CONTAINERS = "/var/log/containers/*.log"
GREP = "@type grep\n<regexp>\nkey {}\npattern /./\n</regexp>"


def status_of(tmp_path: Path, source: str, key: str) -> str:
    """The status of ``key`` behind a source."""
    ((_, _, status),) = seen(tmp_path, source + section("filter", GREP.format(key)) + STDOUT)
    return status


@pytest.mark.parametrize(
    ("parse", "present", "maybe", "absent"),
    [
        ("@type none", ["message"], [], ["log", "time"]),
        ("@type none\nmessage_key line", ["line"], [], ["message"]),
        ("@type json", [], ["message", "log"], ["time"]),
        ("@type json\nkeep_time_key true", [], ["time"], []),
        ("@type json\ntime_key at", [], ["time"], ["at"]),
        ("@type csv\nkeys a,b", ["a", "b"], [], ["message"]),
        ("@type csv\nkeys a,b\nparser_engine fast", [], ["a", "b"], ["message"]),
        ('@type tsv\nkeys ["a","b"]\ntime_key b', ["a"], [], ["b"]),
        ("@type ltsv", [], ["message"], ["time"]),
        ("@type apache2", ["host", "agent"], [], ["time", "message"]),
        ("@type nginx\nkeep_time_key true", ["remote", "time"], ["agent"], ["message"]),
        ("@type syslog", [], ["message", "pid"], ["log"]),
        ("@type cri", ["message", "stream", "logtag", "time"], [], ["log"]),
        ("@type cri\nkeep_time_key false", ["message"], [], ["time"]),
        ("@type cri\n<parse>\n@type json\n</parse>", ["stream", "logtag"], ["message"], ["time"]),
        ("@type cri\nmerge_cri_fields false\n<parse>\n@type none\n</parse>", ["message"], [], ["stream"]),
        ("@type multiline\nformat_firstline /^x/\nformat1 /^(?<a>x)/\nformat2 /(?<b>y)?/", ["a"], ["b"], ["message"]),
        ("@type multi_format\n<pattern>\nformat none\n</pattern>\n<pattern>\nformat /^(?<message>.)(?<x>.)$/\n</pattern>",
         ["message"], ["x"], ["log"]),
        ("@type somebodys", [], ["message"], []),
        ("@type regexp\nexpression \"#{ENV['X']}\"", [], ["message"], []),
    ],
)  # fmt: skip
def test_the_keys_of_parsers(tmp_path: Path, parse: str, present: list[str], maybe: list[str], absent: list[str]) -> None:
    for status, keys in (("present", present), ("maybe", maybe), ("absent", absent)):
        assert [(key, status_of(tmp_path, tail(parse), key)) for key in keys] == [(key, status) for key in keys]


def test_the_source_s_own_keys(tmp_path: Path) -> None:
    assert status_of(tmp_path, tail("@type none", more="path_key file"), "file") == "present"
    assert status_of(tmp_path, tail("@type none", more="emit_unmatched_lines true"), "message") == "maybe"
    assert status_of(tmp_path, "<source>\n@type forward\n</source>\n", "message") == "maybe"


def test_the_keys_of_syslog(tmp_path: Path) -> None:
    syslog = "<source>\n@type syslog\ntag app\nseverity_key level\n{}</source>\n"
    found = [status_of(tmp_path, syslog.format(""), key) for key in ("message", "host", "level", "facility", "time")]
    assert found == ["maybe", "maybe", "maybe", "absent", "absent"]
    lines = syslog.format("<parse>\n@type none\n</parse>\n")
    assert [status_of(tmp_path, lines, key) for key in ("message", "host")] == ["present", "absent"]


def test_docker_writes_log_and_stream_into_container_logs_alone(tmp_path: Path) -> None:
    docker = tail("@type json", CONTAINERS)
    assert [status_of(tmp_path, docker, key) for key in ("log", "attrs", "message")] == ["present", "maybe", "absent"]
    mixed = tail("@type json", f"{CONTAINERS},/var/log/app.log")
    assert [status_of(tmp_path, mixed, key) for key in ("log", "message")] == ["maybe", "maybe"]


def test_what_took_a_key_away_is_told(tmp_path: Path) -> None:
    text = tail("@type regexp\nexpression /^(?<time>.)(?<a>.)(?<b>.)$/")
    text += section("filter", "@type record_modifier\nremove_keys a")
    text += section("filter", "@type record_transformer\nrenew_record true\nkeep_keys c")
    text += "".join(section("filter", GREP.format(key)) for key in ("a", "b", "time", "c", "d")) + STDOUT
    found = {use.key: use for use in uses(tmp_path, text)}
    removed = {key: use.removed for key, use in found.items()}
    kinds = {key: one and (one.kind.value, one.place.text.splitlines()[0]) for key, one in removed.items()}
    assert kinds == {"a": ("taken", "a"), "b": ("renewed", "renew_record"), "time": ("time", "<parse>"), "c": None, "d": None}
    assert {use.status.value for use in found.values()} == {"absent"}


@pytest.mark.parametrize("first", [0, 1])
def test_what_took_a_key_away_on_one_way_is_told_where_it_never_was_on_the_other(tmp_path: Path, first: int) -> None:
    sources = [
        tail("@type none", more="@label @L"),
        tail("@type csv\nkeys x,message", more="@label @TAKE"),
    ]
    took = section("filter", "@type record_modifier\nremove_keys x") + section("match", "@type relabel\n@label @L")
    text = sources[first] + sources[1 - first] + f"<label @TAKE>\n{took}</label>\n"
    text += f"<label @L>\n{section('filter', GREP.format('x'))}{STDOUT}</label>\n"
    (use,) = uses(tmp_path, text)
    assert use.status.value == "absent"
    assert use.removed is not None and use.removed.place.text == "x"


def test_a_parser_filter_sets_what_it_parses_over_what_there_was(tmp_path: Path) -> None:
    def after(parse: str, more: str, key: str) -> str:
        parser = f"@type parser\nkey_name b\n{more}<parse>\n{parse}\n</parse>"
        text = tail("@type csv\nkeys a,b") + section("filter", parser) + section("filter", GREP.format(key)) + STDOUT
        return seen(tmp_path, text)[-1][2]

    # A group that did not match is not set: the record keeps what it had.
    groups = "@type regexp\nexpression /^(?<a>x)?(?<c>y)?/"
    assert [after(groups, "reserve_data true\n", key) for key in "abc"] == ["present", "present", "maybe"]
    assert [after(groups, "", key) for key in "abc"] == ["maybe", "absent", "maybe"]
    # A time that cannot be read is an error: the record goes on as it came.
    assert after("@type regexp\nexpression /^(?<a>x)?(?<time>y)?/", "", "b") == "maybe"
    # Any key may be in the JSON, also one that was in the record before.
    only_parsed = "emit_invalid_record_to_error false\n"
    assert [after("@type json", only_parsed, key) for key in "ac"] == ["maybe", "maybe"]


def test_every_way_counts(tmp_path: Path) -> None:
    other = "<source>\n@type tail\npath /b\ntag app\n@label @L\n<parse>\n@type none\nmessage_key log\n</parse>\n</source>\n"
    text = tail("@type none") + section("match", "@type relabel\n@label @L") + other
    text += f"<label @L>\n{section('filter', GREP.format('log'))}{section('filter', GREP.format('x'))}{STDOUT}</label>\n"
    assert seen(tmp_path, text) == [("keep", "log", "maybe"), ("keep", "x", "absent")]


def test_stores_share_records_that_one_of_them_changes(tmp_path: Path) -> None:
    text = tail("@type none") + section(
        "match",
        "@type copy\n{mode}\n<store>\n@type relabel\n@label @A\n</store>\n<store>\n@type relabel\n@label @B\n</store>",
    )
    sets = section("filter", "@type record_modifier\n<record>\nx 1\n</record>")
    text += f"<label @A>\n{sets}{STDOUT}</label>\n"
    text += f"<label @B>\n{section('filter', GREP.format('x'))}{STDOUT}</label>\n"
    assert seen(tmp_path, text.replace("{mode}", "")) == [("keep", "x", "maybe")]
    for mode, status in (("copy_mode shallow", "absent"), ("deep_copy true", "absent"), ("deep_copy false", "maybe")):
        assert seen(tmp_path, text.replace("{mode}", mode)) == [("keep", "x", status)], mode


def test_of_error_events_and_unknown_parts_nothing_is_claimed(tmp_path: Path) -> None:
    parser = "@type parser\nkey_name message\n<parse>\n@type none\n</parse>"
    text = tail("@type none") + section("filter", parser) + STDOUT
    text += f"<label @ERROR>\n{section('filter', GREP.format('x'))}{STDOUT}</label>\n"
    assert seen(tmp_path, text) == [("parse", "message", "present"), ("keep", "x", "maybe")]
    included = (
        tail("@type none") + "@include missing/*.conf\n@include elsewhere.conf\n" + section("filter", GREP.format("x")) + STDOUT
    )
    assert seen(tmp_path, included) == []


def test_of_what_an_unknown_output_sends_to_a_label_nothing_is_claimed(tmp_path: Path) -> None:
    text = tail("@type none") + section("match", "@type copy\n<store>\n{}\n</store>\n<store>\n@type relabel\n@label @L\n</store>")
    text += f"<label @L>\n{section('filter', GREP.format('x'))}{STDOUT}</label>\n"
    assert seen(tmp_path, text.format("@type stdout")) == [("keep", "x", "absent")]
    assert seen(tmp_path, text.format("@type somebodys\n<route>\n@label @L\n</route>")) == [("keep", "x", "maybe")]


def test_what_stages_read(tmp_path: Path) -> None:
    text = tail("@type none")
    text += section("filter", "@type concat\nkey message\nstream_identity_key id\nmultiline_start_regexp /x/")
    text += section(
        "filter", '@type record_modifier\n<record>\na ${record["x"]}\nb ${record["a"]}${record.dig("y","z")}\n</record>'
    )
    text += section("match", "@type rewrite_tag_filter\n<rule>\nkey $.k.l\npattern /x/\ntag t\n</rule>", "app")
    text += section(
        "match", '@type file\npath /x\n<buffer tag,time,c,$["d"]["e"]>\n</buffer>\n<format>\n@type single_value\n</format>'
    )
    assert seen(tmp_path, text) == [
        ("join", "message", "present"),
        ("stream", "id", "absent"),
        ("value", "x", "absent"),
        ("route", "k", "absent"),
        ("chunk", "c", "absent"),
        ("chunk", "d", "absent"),
        ("text", "message", "present"),
    ]


def test_inject_adds_what_a_formatter_reads(tmp_path: Path) -> None:
    body = "@type file\npath /x\n{}<format>\n@type single_value\nmessage_key host\n</format>"
    text = tail("@type none") + section("match", body)
    assert seen(tmp_path, text.format("")) == [("text", "host", "absent")]
    injected = text.format("<inject>\nhostname_key host\n</inject>\n")
    assert seen(tmp_path, injected) == [("text", "host", "maybe")]
    # It is added when the record is written, after its chunk was chosen.
    chunked = injected.replace("<format>", "<buffer host>\n</buffer>\n<format>")
    assert sorted(seen(tmp_path, chunked)) == [("chunk", "host", "absent"), ("text", "host", "maybe")]


def test_whether_a_pattern_takes_an_empty_text(tmp_path: Path) -> None:
    def takes(pattern: str) -> bool | None:
        (use,) = uses(tmp_path, tail("@type none") + section("filter", GREP.format("x").replace("/./", pattern)) + STDOUT)
        return use.takes_empty

    found = [takes(pattern) for pattern in ("/a/", "/^a*$/", "/^$/", "/a|/", "/(?=a)/", r"/\h/")]
    assert found == [False, True, True, True, None, None]


def test_the_only_key_with_the_line_is_proposed(tmp_path: Path) -> None:
    join = section("filter", "@type concat\nkey text\nmultiline_start_regexp /x/") + STDOUT
    (docker,) = uses(tmp_path, tail("@type json", CONTAINERS) + join)
    (two,) = uses(tmp_path, tail("@type regexp\nexpression /^(?<log>.)(?<message>.)$/") + join)
    assert (docker.likely, two.likely) == ("log", "")


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("a", ("a",)),
        ("a.b", ("a.b",)),
        ("$.a", ("a",)),
        ("$.a.b", ("a", "b")),
        ("$['a.b']", ("a.b",)),
        ('$["a"]["b"]', ("a", "*")),
        ("$.a[0].b", ("a", "*")),
    ],
)
def test_paths_of_accessors(text: str, path: tuple[str, ...]) -> None:
    assert accessor_path(text) == path


def test_lists_are_read_as_fluentd_reads_them() -> None:
    assert items("a , b,$.c") == ["a", "b", "$.c"]
    assert items('["a","b"]') == ["a", "b"]


@pytest.mark.parametrize(
    ("code", "paths", "changes", "plain"),
    [
        ('record["a"]', [("a",)], False, True),
        ("record['a']['b'] + record[\"c\"]", [("a", "b"), ("c",)], False, False),
        ('record["a"] == "x" ? 1 : record.to_json', [("a",)], False, False),
        ('record["a"] = 1', [], True, False),
        ('record["a"] ||= 1', [], True, False),
        ('record["a"]["b"] = 1', [("a",)], False, False),
        ('record.delete("a")', [], True, False),
        ('record.dig("a", "b")', [("a", "b")], False, False),
        ("record.each { |k, v| x }", [], True, False),
        ('r = record; r["x"]', [], True, False),
        ("tag_parts[1]", [], False, True),
        ('eval("x")', [], True, False),
    ],
)
def test_what_ruby_does_with_a_record(code: str, paths: list[tuple[str, ...]], changes: bool, plain: bool) -> None:
    assert (read_paths(code), may_change_record(code), only_reads(code)) == (paths, changes, plain)
