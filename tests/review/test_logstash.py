"""What a review of findings on real Logstash configs called false, unhelpful or missed, each by a config that shows it."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.checker import Settings, check
from pipelint.engines.logstash.facts.dataflow.parsed import times
from pipelint.engines.logstash.facts.field_writes import effects
from pipelint.engines.logstash.grok import GROK
from pipelint.regex.grok import expand
from pipelint.regex.library import Edition, shipped
from pipelint.regex.run import run
from tests.engines.logstash.pipelines import load
from tests.review.found import codes, messages

HERE = Path(__file__).parent / "logstash"


def filters(text: str) -> str:
    return f"input {{ beats {{ port => 5044 }} }}\nfilter {{\n{text}\n}}\noutput {{ s3 {{ bucket => 'b' }} }}\n"


def test_a_field_that_is_moved_away_before_another_of_its_name_is_added() -> None:
    assert "LS321" not in codes((HERE / "d.conf").read_text())


def test_a_target_in_brackets_is_the_field_that_is_set() -> None:
    fingerprint = 'fingerprint { source => "message" target => ["event.hash"] }'
    assert "LS162" not in codes(filters(f'{fingerprint} if [event.hash] == "x" {{ drop {{ }} }}'))
    block = load(filters(fingerprint)).root.blocks[0].blocks[1].blocks[0]
    assert effects(block).writes == {("event.hash",), ("tags",)}


@pytest.mark.parametrize(
    "later",
    ['grok { match => { "message" => "^a" } }', 'if [message] =~ "a" { drop { } }', "ruby { code => \"event.get('message')\" }"],
)
def test_the_json_codec_is_not_advised_where_the_text_is_read_later(later: str) -> None:
    assert "LS130" not in codes(filters(f'json {{ source => "message" }} {later}'))
    assert "LS130" in codes(filters('json { source => "message" remove_field => ["message"] }'))


def test_prune_is_the_only_filter_that_keeps_what_is_in_a_list() -> None:
    assert "LS134" not in codes(filters('prune { whitelist_names => ["^a$"] }'))


def test_groks_that_may_both_match_or_say_which_did_are_left_alone() -> None:
    def both(one: str, other: str, setting: str = "") -> set[str]:
        return codes(filters("".join(f'grok {{ match => {{ "message" => "{text}" }} {setting} }}\n' for text in (one, other))))

    assert "LS108" in both("^in %{WORD:a}", "^out %{WORD:a}")
    assert "LS108" not in both("^in %{WORD:a}", "^in %{WORD:a} %{WORD:b}")
    assert "LS108" not in both("in=%{WORD:a}", "out=%{WORD:b}")
    assert "LS108" not in both("^in %{WORD:a}", "^out %{WORD:a}", 'tag_on_failure => ["_none"]')


def test_memcached_is_no_slow_lookup() -> None:
    assert "LS141" not in codes(filters('memcached { hosts => ["m:11211"] get => { "k" => "v" } }'))


def test_an_output_in_a_condition_does_not_print_each_event() -> None:
    outputs = 'output { s3 { bucket => "b" } if [x] { stdout { } } }'
    assert messages("LS150", f"input {{ beats {{ port => 5044 }} }}\n{outputs}\n") == [
        "this stdout prints the events that meet its condition in full with rubydebug, in addition to s3"
    ]


@pytest.mark.parametrize(("others", "said"), [(1, ["twice"]), (2, ["several times", "several times"])])
def test_three_outputs_to_one_place_store_more_than_twice(others: int, said: list[str]) -> None:
    output = 'output { elasticsearch { hosts => ["https://es:9200"] } }\n'
    found = messages("LS232", f"input {{ beats {{ port => 5044 }} }}\n{output * (1 + others)}")
    assert found == [f"each event is stored {times}: this elasticsearch output writes where another one does" for times in said]


@pytest.mark.parametrize("port", ["VAR_PORT", "__PORT__", "@PORT@", "<port>", "{{ port }}"])
def test_a_name_that_another_tool_replaces_has_no_type(port: str) -> None:
    assert "LS353" not in codes(f'input {{ tcp {{ port => "{port}" }} }}\noutput {{ s3 {{ bucket => "b" }} }}\n')
    assert "LS353" in codes('input { tcp { port => "syslog" } }\noutput { s3 { bucket => "b" } }\n')


@pytest.mark.parametrize(
    ("password", "is_one"),
    [
        *((value, False) for value in ("change_me", "user:password", "<password>", "ES_PASSWORD", "APP_2_API_TOKEN")),
        *((value, False) for value in ("#ES_PW", "%%ES_PW%%", "#PW#", "_ES_PASSWORD_", "[api key]")),
        *((value, True) for value in ("$ecret#1", "#HUNTER2", "hunter2", "es_password1", "A1_B2")),
    ],
)
def test_a_password_that_is_not_written_yet_is_none(password: str, is_one: bool) -> None:
    output = f'output {{ elasticsearch {{ hosts => ["https://e:9200"] user => "u" password => "{password}" }} }}'
    assert ("LS401" in codes(f"input {{ beats {{ port => 5044 }} }}\n{output}\n")) is is_one


def test_gsub_in_fields_of_a_character_is_cheap() -> None:
    steps = [f'"severity", "^{n}$", "level {n}"' for n in range(8)]
    assert "LS110" not in codes(filters(f"mutate {{ gsub => [{', '.join(steps)}] }}"))


def test_a_persisted_queue_of_plain_lines_needs_no_advice() -> None:
    pipeline = 'input { beats { port => 5044 } } output { s3 { bucket => "b" } }'
    queue = f"- pipeline.id: main\n  queue.type: persisted\n  config.string: |\n    {pipeline}\n"
    assert "LS172" not in codes(queue, "pipelines.yml")


def test_a_field_of_words_keeps_its_pattern() -> None:
    pattern = r"^\[%{DATA:id}\] Class: %{DATA:classification} Priority: %{INT:priority} \{%{WORD:protocol}\} %{IP:from}$"
    text = filters(f"grok {{ match => {{ 'message' => '{pattern}' }} }}")
    assert "NOTSPACE" not in "".join(messages("RX107", text, fixes=True))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (
            "ten-problems.conf",
            {"LS161", "LS208", "LS334", "LS335", "LS336", "LS340", "LS341", "LS342", "LS343", "LS407", "LS211"},
        ),
        ("b.conf", {"LS209", "LS210", "LS339", "LS405", "LS407"}),
        ("c.conf", {"LS208", "LS217", "LS303", "LS306", "LS307", "LS324", "LS352", "LS361", "LS371"}),
    ],
)
def test_the_problems_that_a_config_was_made_with_are_found(name: str, expected: set[str]) -> None:
    assert expected <= codes((HERE / name).read_text())


@pytest.mark.parametrize("name", sorted(times.SAMPLES))
def test_the_texts_that_stand_for_a_grok_pattern_are_what_it_captures(name: str) -> None:
    expansion = expand(f"^%{{{name}:time}}$", shipped(Edition.LEGACY, GROK), GROK)
    for text in times.samples(name):
        assert run(expansion.runnable, text).matched, text


@pytest.mark.parametrize(
    ("grok", "pattern", "fits"),
    [
        ("HTTPDATE", "dd/MMM/yyyy:HH:mm:ss Z", True),
        ("HTTPDATE", "dd/MMM/YYYY:HH:mm:ss Z", True),
        ("HTTPDATE", "yyyy/dd/MM HH:mm:ss.SSS", False),
        ("HTTPDATE", "ISO8601", False),
        ("SYSLOGTIMESTAMP", "MMM  d HH:mm:ss", True),
        ("SYSLOGTIMESTAMP", "MM dd HH:mm:ss", False),
        ("TIMESTAMP_ISO8601", "yyyy-MM-dd'T'HH:mm:ss.SSSZZ", True),
        ("TIMESTAMP_ISO8601", "yyyyMMdd", False),
        ("POSINT", "UNIX_MS", True),
        ("POSINT", "yyyyMMddHHmmss", True),
        ("POSINT", "dd/MM/yyyy", False),
    ],
)
def test_a_date_pattern_fits_what_grok_captures_or_not(grok: str, pattern: str, fits: bool) -> None:
    match = f'grok {{ match => {{ "message" => "^%{{{grok}:time}} " }} }} date {{ match => ["time", "{pattern}"] }}'
    assert ("LS343" not in codes(filters(match))) is fits


@pytest.mark.parametrize(
    "condition",
    [
        "[a] and [a] > 5",
        "[a] and ([b] or [a] > 5)",
        "![a] or [a] > 5",
        '"_grokparsefailure" not in [tags] and [a] > 5',
        '[a] != "" and [b] == "x" or [c] == "y"',
        "[a] =~ /^[0-9]+$/ and [a_size] < 5",
    ],
)
def test_a_comparison_of_a_field_that_is_there_is_left_alone(condition: str) -> None:
    assert "LS208" not in codes(filters(f"if {condition} {{ drop {{ }} }}"))


@pytest.mark.parametrize("condition", ["[a] > 5", "[b] and [a] > 5", "[a] or [a] > 5", '[a] != "x" and [a] >= 5', "!([a] <= 5)"])
def test_a_comparison_of_a_field_that_may_be_missing_is_found(condition: str) -> None:
    assert "LS208" in codes(filters(f"if {condition} {{ drop {{ }} }}"))


@pytest.mark.parametrize(
    ("plugin", "gone"),
    [("grok { match => { message => 'a' } ", False), ("mutate { ", True), ("fingerprint { target => 'f' ", True)],
)
def test_a_field_is_gone_only_where_the_filter_removes_it_from_each_event(plugin: str, gone: bool) -> None:
    # grok applies remove_field where its pattern matched, mutate and fingerprint always: filter_matched in their sources.
    asked = f'{plugin} remove_field => ["kind"] }} if [kind] == "x" {{ drop {{ }} }}'
    assert ("LS312" in codes(filters(asked))) is gone
    inside = f'if [kind] {{ {plugin} remove_field => ["kind"] }} if ![kind] {{ drop {{ }} }} }}'
    assert "LS310" not in codes(filters(inside))


@pytest.mark.parametrize("settings", ["", "match => []", 'match => ["ts"]', "match => { }"])
def test_a_date_filter_that_asks_for_no_pattern_is_read(tmp_path: Path, settings: str) -> None:
    path = tmp_path / "logstash.conf"
    path.write_text(filters(f'grok {{ match => {{ "message" => "%{{HTTPDATE:ts}}" }} }} date {{ {settings} }}'))
    assert not check([str(path)], Settings()).problems


@pytest.mark.parametrize("value", ["Paste it here", "token_here", "insertwriterpasswordhere", "PutTokenHere"])
def test_a_value_that_asks_to_be_replaced_is_no_secret(value: str) -> None:
    assert "LS401" not in codes(filters(f"http {{ url => 'https://a' password => '{value}' user => 'a' }}"))


def test_a_plugin_is_not_judged_by_the_rest_of_a_broken_name() -> None:
    found = codes('input {\n  tcp/udp { port => "port" }\n}\noutput { s3 { bucket => "b" } }\n')
    assert "LS302" in found
    assert "LS353" not in found


def test_a_pattern_that_begins_with_a_text_is_found_without_an_anchor() -> None:
    def said(first: str) -> str:
        listed = ", ".join(f'"{first}{word}"' for word in ("A", "B", "C", "D", "E", "F"))
        grok = f'grok {{ match => {{ "message" => [{listed}] }} }}'
        return messages("LS102", filters(grok))[0]

    assert "6 of them with neither ^ nor a text at the beginning" in said("%{WORD:w} ")
    assert "of them" not in said("Error ")


def test_a_section_that_the_file_breaks_off_in_is_not_closed() -> None:
    broken = 'input { beats { port => 5044 } }\noutput {\n  if "a" in [tags] {\n    opensearch {\n\n'
    assert "the section output is not closed, expected '}'" in messages("LS302", broken)
    assert not any("unexpected" in message for message in messages("LS302", broken))
