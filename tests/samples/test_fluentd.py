"""What sample lines change in estimates of Fluentd configs. Shares and bytes are hand work."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from tests.samples.support import cost, estimated

TAIL = """\
<source>
  @type tail
  path /var/log/a.log
  tag app.a
  <parse>
    @type {}
  </parse>
</source>
"""
NONE, JSON = TAIL.format("none"), TAIL.format("json\n    time_key __none__")
NULL = "<match **>\n  @type null\n</match>\n"
GREP = "<filter app.**>\n  @type grep\n  <regexp>\n    key message\n    pattern /keep/\n  </regexp>\n</filter>\n"


def objects(*records: object) -> list[bytes]:
    return [json.dumps(record).encode() for record in records]


def test_a_grep_keeps_what_it_keeps_of_the_lines(tmp_path: Path) -> None:
    found = estimated(tmp_path, NONE + GREP + NULL, {"": [b"keep this", b"not that"] * 20})
    assert cost(found, "grep").events == 1
    assert cost(found, "null").events == pytest.approx(0.5)


def test_lines_say_how_long_they_are(tmp_path: Path) -> None:
    found = estimated(tmp_path, NONE + NULL, {"": [b"a" * 100, b"b" * 300]})
    assert cost(found, "tail").terms["text.byte"] == 200
    assert found.assumptions == ("traffic (settings: [traffic]): lines-per-read 1,000",)


def test_the_order_of_lines_changes_nothing_where_each_is_an_event(tmp_path: Path) -> None:
    lines = [b"keep %d" % n if n % 3 else b"not %d" % n for n in range(150)]
    one = estimated(tmp_path, NONE + GREP + NULL, {"": lines})
    random.Random(1).shuffle(lines)
    assert estimated(tmp_path, NONE + GREP + NULL, {"": lines}).us_per_event.mid == pytest.approx(one.us_per_event.mid)


def test_keys_of_json_are_counted_with_those_inside(tmp_path: Path) -> None:
    lines = objects({"a": 1, "b": {"c": 2, "d": 3}}, {"a": 1, "b": {"c": 2, "d": 3}})
    assert cost(estimated(tmp_path, JSON + NULL, {"": lines}), "json").terms["parse.json_field"] == 4


def test_a_line_that_fails_to_parse_is_no_event(tmp_path: Path) -> None:
    found = estimated(tmp_path, JSON + NULL, {"": [*objects({"a": 1}), b"{", b"\xff", b"{"]})
    assert cost(found, "null").events == pytest.approx(0.25)
    assert found.observed is not None
    assert found.observed.samples[0].no_text == 1


def test_lines_of_several_are_one_event_by_the_configs_own_first_line(tmp_path: Path) -> None:
    config = TAIL.format("multiline\n    format_firstline /^\\d/\n    format1 /^(?<message>.*)/") + NULL
    found = estimated(tmp_path, config, {"": [b"1 first", b" at", b" at", b" at"] * 10})
    assert cost(found, "null").events == pytest.approx(0.25)


def test_concat_joins_the_lines_that_it_joins(tmp_path: Path) -> None:
    concat = "<filter **>\n  @type concat\n  key message\n  multiline_start_regexp /^\\d/\n</filter>\n"
    found = estimated(tmp_path, NONE + concat + NULL, {"": [b"1 first", b" at"] * 50})
    assert cost(found, "concat").terms["concat.event"] == pytest.approx(0.5)
    assert cost(found, "null").events == pytest.approx(0.5)


def test_a_concat_that_no_line_comes_to_keeps_its_assumption(tmp_path: Path) -> None:
    lost = "<filter **>\n  @type nobody_knows\n</filter>\n"
    concat = "<filter **>\n  @type concat\n  key message\n  multiline_start_regexp /^\\d/\n</filter>\n"
    found = estimated(tmp_path, NONE + lost + concat + NULL, {"": [b"1 first", b"2 other"] * 50})
    assert cost(found, "concat").terms["concat.event"] == pytest.approx(0.9)
    assert "continuation 0.1" in found.assumptions[-1]


def test_rewritten_tags_go_where_the_config_sends_them(tmp_path: Path) -> None:
    rewrite = (
        "<match app.**>\n  @type rewrite_tag_filter\n"
        "  <rule>\n    key message\n    pattern /^(err|ok)/\n    tag new.$1\n  </rule>\n</match>\n"
    )
    outputs = "<match new.err>\n  @type stdout\n</match>\n<match new.**>\n  @type null\n</match>\n"
    found = estimated(tmp_path, NONE + rewrite + outputs, {"": [b"err 1", b"ok 2", b"ok 3", b"ok 4", b"nothing"] * 8})
    assert cost(found, "stdout").events == pytest.approx(0.2)
    assert cost(found, "null").events == pytest.approx(0.6)


FORWARD = "<source>\n  @type forward\n</source>\n"
KUBE = "<filter kube.**>\n  @type grep\n  <regexp>\n    key level\n    pattern /E/\n  </regexp>\n</filter>\n"
TWO = "<match kube.**>\n  @type stdout\n</match>\n<match **>\n  @type null\n</match>\n"


def test_senders_tags_decide_which_filters_their_events_meet(tmp_path: Path) -> None:
    lines = objects({"level": "E"}, {"level": "I"})
    found = estimated(tmp_path, FORWARD + KUBE + TWO, {"tag=kube.a.b": lines})
    assert (cost(found, "grep").events, cost(found, "stdout").events) == (1, 0.5)
    assert "null" not in [one.stage.plugin for one in found.stages if one.events]
    assert not any("tags of senders" in said or "events of senders" in said for said in found.assumptions)


def test_two_samples_of_one_source_count_by_their_lines(tmp_path: Path) -> None:
    samples = {"tag=kube.a": objects(*[{"level": "E"}] * 30), "tag=host": objects(*[{"level": "I"}] * 10)}
    found = estimated(tmp_path, FORWARD + KUBE + TWO, samples)
    assert (cost(found, "stdout").events, cost(found, "null").events) == (0.75, 0.25)


def test_lines_of_a_sender_may_say_their_tags(tmp_path: Path) -> None:
    lines = objects(["kube.a", 1, {"level": "E"}], ["other", 1, {"level": "E"}])
    found = estimated(tmp_path, FORWARD + KUBE + TWO, {"": lines})
    assert (cost(found, "stdout").events, cost(found, "null").events) == (0.5, 0.5)


def test_without_a_senders_tag_its_lines_show_their_fields(tmp_path: Path) -> None:
    grep = "<filter **>\n  @type grep\n  <regexp>\n    key level\n    pattern /E/\n  </regexp>\n</filter>\n"
    found = estimated(tmp_path, FORWARD + grep + NULL, {"": objects({"level": "E", "a": 1, "b": 2})})
    assert cost(found, "grep").terms["forward.unpack_field"] == 3


def test_a_path_of_many_files_is_followed_but_its_tag_decides_nothing(tmp_path: Path) -> None:
    source = NONE.replace("/var/log/a.log", "/var/log/containers/*.log").replace("tag app.a", "tag kube.*")
    two = "<match kube.var.log.containers.web**>\n  @type stdout\n</match>\n<match **>\n  @type null\n</match>\n"
    lines = [b"2026-01-01T00:00:00.1Z stdout F message"] * 10
    guessed = estimated(tmp_path, source + two, {"": lines})
    assert any("narrow pattern" in said for said in guessed.assumptions)
    assert guessed.observed is not None and guessed.observed.samples[0].runtime == "cri"
    named = estimated(tmp_path, source + two, {"path=/var/log/containers/web-1.log": lines})
    assert cost(named, "stdout").events == 1


def test_which_alternative_of_a_parser_matches_is_counted(tmp_path: Path) -> None:
    several = (
        "multi_format\n    <pattern>\n      format json\n    </pattern>\n"
        "    <pattern>\n      format regexp\n      expression /^(?<message>.*)$/\n    </pattern>"
    )
    found = estimated(tmp_path, TAIL.format(several) + NULL, {"": [b"{}", b"a", b"b", b"c"] * 5})
    assert cost(found, "multi_format").terms["parse.json"] == pytest.approx(0.25)
    assert found.observed is not None
    shares = found.observed.shares(found.observed.samples[0].stage)
    assert shares is not None and shares.alternatives == (0.25, 0.75)


def test_stamps_count_as_new_by_their_text(tmp_path: Path) -> None:
    config = TAIL.format("json\n    time_format %Y-%m-%dT%H:%M:%S%z") + NULL
    lines = objects(*({"time": f"2026-01-01T00:00:{n // 10:02}Z", "a": n} for n in range(50)))
    assert cost(estimated(tmp_path, config, {"": lines}), "json").terms["time.compiled"] == pytest.approx(0.1)


def test_stamps_differ_by_what_the_format_does_not_read_too(tmp_path: Path) -> None:
    # Fluentd remembers the text that it read a time from.
    config = TAIL.format("json\n    time_format %Y-%m-%dT%H:%M:%S") + NULL
    lines = objects(*({"time": f"2026-01-01T00:00:00.{n:03}Z", "a": n} for n in range(50)))
    terms = cost(estimated(tmp_path, config, {"": lines}), "json").terms
    assert [terms[name] for name in terms if name.startswith("time.")] == [1.0]


def test_a_field_that_was_seen_has_its_own_size(tmp_path: Path) -> None:
    parser = "<filter **>\n  @type parser\n  key_name inner\n  <parse>\n    @type json\n  </parse>\n</filter>\n"
    lines = objects({"inner": json.dumps({"key": "v" * 400})})
    found = estimated(tmp_path, JSON + parser + NULL, {"": lines})
    assert cost(found, "json", 1).terms["parse.json_byte"] == len(json.dumps({"key": "v" * 400}))


def test_samples_of_two_sources_weigh_as_their_sources(tmp_path: Path) -> None:
    other = NONE.replace("a.log", "b.log").replace("app.a", "app.b")
    samples = {"tag=app.a": [b"keep"] * 10, "tag=app.b": [b"no"] * 1000}
    found = estimated(tmp_path, NONE + other + GREP + NULL, samples)
    assert cost(found, "null").events == pytest.approx(0.5)


def test_an_empty_sample_shows_nothing(tmp_path: Path) -> None:
    found = estimated(tmp_path, NONE + GREP + NULL, {"": []})
    assert cost(found, "tail").terms["text.byte"] == 250


def test_a_line_of_a_megabyte_is_followed(tmp_path: Path) -> None:
    found = estimated(tmp_path, NONE + GREP + NULL, {"": [b"x" * 2_000_000, b"keep"]})
    assert cost(found, "null").events == pytest.approx(0.5)


def test_lines_say_how_hard_they_are_to_compress(tmp_path: Path) -> None:
    body = "  @type file\n  path /out/f\n  compress gzip\n  <format>\n    @type json\n  </format>\n"
    text = JSON + f"<match **>\n{body}</match>\n"
    chance = random.Random(3)
    same = objects({"message": "nothing to do today"})
    mixed = objects(*({"message": "".join(chance.choice("0123456789") for _ in range(150))} for _ in range(400)))

    def weight(lines: list[bytes]) -> float:
        terms = cost(estimated(tmp_path, text, {"": lines}), "file").terms
        return terms["gzip.text_byte"] / (sum(map(len, lines)) / len(lines))

    assert weight(same * 1_000) < 0.4
    assert weight(mixed) > 1.5
    # Too few to say. Of each line the message alone counts.
    assert weight(same * 3) == pytest.approx(19 / 34)
