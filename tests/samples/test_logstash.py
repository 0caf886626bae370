"""What sample lines change in estimates of Logstash configs. Shares and bytes are hand work."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.samples.support import cost, estimated

HEAD = 'input { file { path => "/var/log/a.log" } }\n'
OUT = "output { stdout { } }\n"


def test_branches_get_the_events_that_take_them(tmp_path: Path) -> None:
    filters = (
        'filter { if "warn" in [message] { mutate { add_tag => ["w"] } } else if "info" in [message] { drop { } }\n'
        '  else { mutate { add_tag => ["o"] } } }\n'
    )
    lines = [b"warn 1", b"info 2", b"info 3", b"other"] * 10
    found = estimated(tmp_path, HEAD + filters + OUT, {"": lines})
    assert cost(found, "mutate").events == pytest.approx(0.25)
    assert cost(found, "drop").events == pytest.approx(0.5)
    assert cost(found, "mutate", 1).events == pytest.approx(0.25)
    assert cost(found, "stdout").events == pytest.approx(0.5)
    assert not any("branches of an if" in said for said in found.assumptions)


def test_each_pattern_of_a_grok_has_the_events_that_it_matches_first(tmp_path: Path) -> None:
    grok = 'filter { grok { match => { "message" => ["^a %{WORD:x}", "^b %{WORD:y}"] } } }\n'
    found = estimated(tmp_path, HEAD + grok + OUT, {"": [b"a one", b"b two", b"b three", b"c"]})
    terms = cost(found, "grok").terms
    # The second pattern is tried on three lines and matches two; the first fails on these three.
    assert terms["grok.match"] == pytest.approx(0.75)
    assert terms["grok.fail"] == pytest.approx(0.75 + 0.25)
    assert not any(said.startswith("grok") for said in found.assumptions)


def test_where_all_lines_match_none_is_rejected(tmp_path: Path) -> None:
    grok = 'filter { grok { match => { "message" => "^%{GREEDYDATA:rest}" } } }\n'
    found = estimated(tmp_path, HEAD + grok + OUT, {"": [b"one", b"two"]})
    assert cost(found, "grok").terms.get("grok.fail", 0) == 0


def test_a_long_capture_has_its_own_size(tmp_path: Path) -> None:
    filters = 'filter { grok { match => { "message" => "^%{WORD:kind} %{GREEDYDATA:rest}" } }\n  kv { source => "rest" } }\n'
    pairs = " ".join(f"key{n}=value{n}" for n in range(35)).encode()
    found = estimated(tmp_path, HEAD + filters + OUT, {"": [b"kind " + pairs] * 3})
    # As the plugin's file counts them: a pair for each 19 bytes.
    assert cost(found, "kv").terms["kv.pair"] == pytest.approx(len(pairs) / 19)
    assert not any("rejected" in said for said in found.assumptions)


def test_a_sample_of_another_config_is_said_to_be_none_of_this(tmp_path: Path) -> None:
    found = estimated(tmp_path, HEAD + OUT, {"id=none": [b""]})
    assert found.assumptions[-1] == "all of the traffic: no source of this config reads a sample"


def test_lines_of_a_multiline_codec_are_joined_as_it_says(tmp_path: Path) -> None:
    codec = 'input { file { path => "/a" codec => multiline { pattern => "^\\s" what => "previous" } } }\n'
    found = estimated(tmp_path, codec + OUT, {"": [b"first", b" at", b" at", b" at"] * 10})
    assert cost(found, "stdout").events == pytest.approx(0.25)


def test_a_filter_that_cannot_be_followed_leaves_the_rest_assumed(tmp_path: Path) -> None:
    filters = 'filter { ruby { code => "event.set(\'x\', rand)" } if [x] > 1 { mutate { add_tag => ["x"] } } }\n'
    found = estimated(tmp_path, HEAD + filters + OUT, {"": [b"one"] * 5})
    assert any("branches of an if" in said for said in found.assumptions)
    assert cost(found, "mutate").events == pytest.approx(0.5)
