"""Whose config a text is."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from pipelint.engines.registry import ENGINES, USUAL_GROK, sniff

FLUENTD = b"<match **>\n  @type stdout\n</match>\n"
LOGSTASH = b"input { stdin { } }\n"


MARKUP = [b"<?xml version='1.0'?>", b" \r\n\t<HTML>", b"<!doctype html>", b"<VirtualHost *:80>", b"\f<project>"]
NAMES = [("fluent.conf", "fluentd"), ("a/td-agent.conf", "fluentd"), ("my-fluent.conf", None)]


@pytest.mark.parametrize("head", MARKUP)
@pytest.mark.parametrize("config", [FLUENTD, LOGSTASH])
def test_markup_is_no_config_whatever_stands_in_it(head: bytes, config: bytes) -> None:
    assert sniff(config, "x.conf") is not None
    assert sniff(head + b"\n" + config, "x.conf") is None


def test_the_groks_of_engines_run_on_their_regexes() -> None:
    assert {name: grok.engine for name, grok in ENGINES.groks().items()} == {"fluentd": "onigmo", "logstash": "joni"}
    assert USUAL_GROK in ENGINES.groks()


def test_of_two_engines_the_first_counts() -> None:
    assert sniff(FLUENTD + LOGSTASH, "x") == "fluentd"
    assert sniff(LOGSTASH + FLUENTD, "x") == "logstash"
    assert sniff(b"input\n# a comment\n{", "x") == "logstash"
    assert sniff(b"input\n", "x") is None


@pytest.mark.parametrize("name", ["rules", ".rules", "notes.txt", "style.scss", "x.conf"])
@pytest.mark.parametrize("include", [b"@include a.md", b"@include mixin;", b"@include rules/a.mdc"])
def test_an_include_of_something_else_makes_no_config(include: bytes, name: str) -> None:
    assert sniff(include + b"\n", name) is None
    assert sniff(include + b"\n" + FLUENTD, "x.conf") == "fluentd"


@pytest.mark.parametrize("target", [b"a.conf", b"conf.d/*.conf # all", b"conf.d/*", b"\"#{ENV['X']}\"", b"a.yaml\r"])
def test_a_file_of_includes_is_a_config(target: bytes) -> None:
    assert sniff(b"@include " + target + b"\n", "main") == "fluentd"


@pytest.mark.parametrize("config", [FLUENTD, LOGSTASH])
@pytest.mark.parametrize("name", ["a.md", "rules.mdc"])
def test_notes_are_no_config(config: bytes, name: str) -> None:
    assert sniff(config, name) is None


LINES = {
    b"  <match **>": "fluentd",
    b"@include a.conf": "fluentd",
    b"output {": "logstash",
    b"\tinput # {\n\n  {": "logstash",
    b"# <source>": None,
    b"<label>x</label>": None,
    b"message => input {": None,
    b"filter\n": None,
    b"[INPUT]": "fluentbit",
    b"  [service]\t\r": "fluentbit",
    b"@INCLUDE a.conf": "fluentbit",
    b"x [INPUT]": None,
    b"# [INPUT]": None,
    b"[Service]\nExecStart=/bin/true": None,
    b"": None,
}


@given(st.lists(st.sampled_from(list(LINES)), max_size=6), st.sampled_from(["x.conf", "fluent.conf"]))
@example([b"[INPUT]", b"message => input {"], "x.conf")
def test_the_first_line_that_tells_decides(lines: list[bytes], name: str) -> None:
    # What begins with neither a key and its value nor a head takes the meaning from the head before it.
    said = [line for line in lines if line and not line.startswith(b"#")]
    assume(not any(LINES[head] == "fluentbit" and line.startswith((b"<", b"filter")) for head, line in pairwise(said)))
    told = [engine for line in lines if (engine := LINES[line])]
    if not {b"[INPUT]", b"  [service]\t\r"}.isdisjoint(lines):
        # Both include, but only one has such heads, also in a comment.
        assume(
            b"@include a.conf" not in lines
            or not any(b"[INPUT]" in line or b"[Service]" in line for line in set(lines) - {b"[INPUT]"})
        )
        told = [engine for line in lines if (engine := LINES[line]) and line != b"@include a.conf"]
    found = sniff(b"\n".join(lines), name)
    if name == "x.conf" or "fluentd" in told or any(line.strip() in (b"[INPUT]", b"[service]") for line in said):
        assert found == (told[0] if told else None)
    else:
        # Without any line of Fluentd's its file's name counts for more than what others might mean, but for heads in brackets.
        assert found == "fluentd"


@pytest.mark.parametrize(("name", "engine"), NAMES)
def test_a_name_decides_where_it_is_one_that_fluentd_looks_for(name: str, engine: str | None) -> None:
    assert sniff(b"# nothing yet\n", name) == engine


LS, FD = b"input { stdin { } }\n", b"<match a>\n  @type null\n</match>\n"


@pytest.mark.parametrize("config", [LS, FD])
@pytest.mark.parametrize(
    ("before", "name", "claimed"),
    [
        # A start script with the config in a here-document.
        (b"#!/bin/bash\ncat > /etc/x.conf <<EOF\n", "start-fluentd", False),
        (b"#!/bin/bash\ncat > /etc/x.conf <<EOF\n", "start.conf", False),
        # Notes, and YAML whose name does not say so.
        (b"Patterns that we use:\n\n", "Grok_patterns.AUDIT.txt", False),
        (b"properties:\n  logstash_parser.filters:\n    description: |\n", "spec", False),
        (b'LogFormat "%h %l" combined\nCustomLog "|nc logs 1" combined\n', "apache-logstash.conf", False),
        # Comments and blank lines say nothing, and a broken config is one.
        (b"# ours\n\n   # and more\n", "notes.txt", True),
        (b"", "spec", True),
        (b"inptu {\n}\n", "broken.conf", True),
        (b"<% if windows? %>\n", "fluentd.conf.erb", True),
        (b"what is this\n", "<stdin>", True),
        (b"key value\n", "", True),
    ],
)
def test_a_text_that_only_quotes_a_config_is_none(config: bytes, before: bytes, name: str, claimed: bool) -> None:
    assert (sniff(before + config, name) is not None) is claimed
