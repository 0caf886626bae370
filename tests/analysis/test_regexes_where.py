"""Where regexes stand: what is said of it once agrees with what reads them, so that no check passes a regex over."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.checker import load
from pipelint.cost.regex.saving import NoPrices
from pipelint.engines.fluentd.facts import regexes as fluentd
from pipelint.engines.logstash.facts import regexes as logstash
from pipelint.facts.regexes.facts import regex_facts
from pipelint.plugins import plugin_of, stage_kinds
from pipelint.plugins.index import load_index
from tests.facts import build_facts


def with_places(engine: str) -> set[str]:
    """The plugins whose files name a place for regexes."""
    plugins = load_index().heads[engine]["plugins"]
    return {
        name
        for stage, kind in stage_kinds(engine).items()
        for name in plugins[kind]
        if plugin_of(engine, stage, name).regex_places
    }


def test_each_plugin_with_a_place_for_regexes_has_a_reader() -> None:
    assert {plugin for _, plugin in fluentd.READERS} == with_places("fluentd")
    assert logstash.READERS.keys() == with_places("logstash")


def found(path: Path) -> tuple[bool, list[str]]:
    """Whether there is a place for regexes, and those that are there."""
    (config,) = load([str(path)]).configs
    facts = build_facts(config)
    return facts.engine.has_regexes(facts.config), [regex.text for regex in regex_facts(facts.engine, facts.config, NoPrices())]


@pytest.mark.parametrize(
    ("body", "regexes"),
    [
        ("@type grep\nregexp1 level ^WARN", ["^WARN"]),
        ("@type grep\n<or>\n<exclude>\nkey a\npattern x\n</exclude>\n</or>", ["x"]),
        ("@type concat\nkey m\ncontinuous_line_regexp /^ /", ["^ "]),
        ("@type record_modifier\n<replace>\nkey m\nexpression /a+/\nreplace b\n</replace>", ["a+"]),
        (
            "@type parser\nkey_name m\n<parse>\n@type cri\n<parse>\n@type regexp\nexpression /(?<a>x)/\n</parse>\n</parse>",
            ["(?<a>x)"],
        ),
        ("@type parser\nkey_name m\n<parse>\n@type multi_format\n<pattern>\nformat /(?<a>x)/\n</pattern>\n</parse>", ["(?<a>x)"]),
        ("@type parser\nkey_name m\n<parse>\n@type multiline\nformat1 /(?<a>x)/\nformat3 /y/\n</parse>", ["(?<a>x)"]),
        ("@type record_modifier\n<record>\na b\n</record>", None),
        ("@type stdout", None),
    ],
)
def test_a_place_for_regexes_is_seen_wherever_there_is_one_in_fluentd(
    tmp_path: Path, body: str, regexes: list[str] | None
) -> None:
    path = tmp_path / "fluent.conf"
    path.write_text(f"<source>\n@type forward\n</source>\n<filter **>\n{body}\n</filter>\n<match **>\n@type stdout\n</match>\n")
    assert found(path) == (regexes is not None, regexes or [])


@pytest.mark.parametrize(
    ("body", "regexes"),
    [
        ('grok { match => { "a" => "%{INT:n}" } }', ["%{INT:n}"]),
        ('mutate { gsub => ["a", "x+", "y"] }', ["x+"]),
        ('prune { blacklist_values => ["a", "^c"] }', ["a", "^c"]),
        ('kv { value_split_pattern => "; ?" }', ["; ?"]),
        ("if [a] !~ /x/ { drop { } }", ["x"]),
        ('mutate { rename => { "a" => "b" } }', None),
        ('kv { source => "a" }', None),
        ('if [a] == "x" { drop { } }', None),
    ],
)
def test_a_place_for_regexes_is_seen_wherever_there_is_one_in_logstash(
    tmp_path: Path, body: str, regexes: list[str] | None
) -> None:
    path = tmp_path / "logstash.conf"
    path.write_text(f"input {{ stdin {{ }} }}\nfilter {{\n{body}\n}}\noutput {{ null {{ }} }}\n")
    assert found(path) == (regexes is not None, regexes or [])
