"""The regexes of a config: where they are found and written, and what is said of their parts."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.cost.regex.prices import ModelPrices
from pipelint.cost.regex.saving import in_words
from pipelint.facts.regexes.attack import grown
from pipelint.regex.verdict import judge
from tests.analysis.regex_support import fluentd, grep, logstash, parser, regexes


@pytest.mark.parametrize(
    ("config", "expected"),
    [
        ("<filter **>\n@type grep\nregexp1 level ^(WARN|ERR)\n</filter>", [("test", "^(WARN|ERR)")]),
        (
            "<filter **>\n@type grep\n<and>\n<exclude>\nkey a\npattern /x/i\n</exclude>\n</and>\n</filter>",
            [("test", "x")],
        ),
        (
            "<filter **>\n@type concat\nkey m\nmultiline_start_regexp /^a/\nmultiline_end_regexp /z$/\n</filter>",
            [("first", "^a"), ("test", "z$")],
        ),
        ("<filter **>\n@type concat\nkey m\nmultiline_start_regexp ^a\n</filter>", []),
        (
            "<filter **>\n@type record_modifier\n<replace>\nkey m\nexpression /a+/\nreplace b\n</replace>\n</filter>",
            [("replace", "a+")],
        ),
        (
            "<match a>\n@type rewrite_tag_filter\n<rule>\nkey m\npattern /^(x)/\ntag $1\n</rule>\n</match>",
            [("rewrite", "^(x)")],
        ),
        (
            "<filter **>\n@type parser\nkey_name m\n<parse>\n@type multiline\nformat_firstline /^a/\nformat1 /^(?<a>.) /\n"
            "format2 /(?<b>.)/\n</parse>\n</filter>",
            [("first", "^a"), ("parse", "^(?<a>.) (?<b>.)")],
        ),
        ("<filter **>\n@type parser\nkey_name m\nformat /^(?<a>x)/\n</filter>", [("parse", "^(?<a>x)")]),
        (
            "<filter **>\n@type parser\nkey_name m\n<parse>\n@type multi_format\n<pattern>\nformat regexp\n"
            "expression /(?<a>x)/\n</pattern>\n</parse>\n</filter>",
            [("parse", "(?<a>x)")],
        ),
        (
            "<filter **>\n@type parser\nkey_name m\n<parse>\n@type grok\n<grok>\npattern %{WORD:a}\n</grok>\n</parse>\n</filter>",
            [("parse", "%{WORD:a}")],
        ),
        ("<filter **>\n@type grep\n<regexp>\nkey m\npattern \"#{ENV['X']}\"\n</regexp>\n</filter>", []),
    ],
)
def test_fluentd_s_regexes_are_found(tmp_path: Path, config: str, expected: list[tuple[str, str]]) -> None:
    assert [(regex.role.value, regex.text) for regex in fluentd(tmp_path, config)] == expected


@pytest.mark.parametrize(
    ("config", "expected"),
    [
        ('grok { match => { "a" => ["%{INT:n}", "x"] } }', [("parse", "%{INT:n}"), ("parse", "x")]),
        ('mutate { gsub => ["a", "x+", "y", "b", "[?]", ""] }', [("replace", "x+"), ("replace", "[?]")]),
        ('mutate { gsub => ["a", "%{b}", "y"] }', []),
        ("if [a] =~ /x/ and [b] !~ /y/ { drop { } }", [("test", "x"), ("test", "y")]),
        ('if [a] == "x" { drop { } } else if "x" in [b] { drop { } }', []),
        ('prune { whitelist_names => ["^a"] blacklist_values => ["b", "^c"] }', [("test", "^a"), ("test", "b"), ("test", "^c")]),
        ('kv { field_split_pattern => "; ?" }', [("split", "; ?")]),
        ('grok { match => { "a" => "${PATTERN}" } }', []),
    ],
)
def test_logstash_s_regexes_are_found(tmp_path: Path, config: str, expected: list[tuple[str, str]]) -> None:
    assert [(regex.role.value, regex.text) for regex in logstash(tmp_path, config)] == expected


@pytest.mark.parametrize(("more", "role"), [("", "test"), ("negate => true", "first")])
def test_the_pattern_of_a_multiline_codec_is_one_of_grok(tmp_path: Path, more: str, role: str) -> None:
    path = tmp_path / "logstash.conf"
    codec = f'multiline {{ pattern => "^%{{YEAR}}" what => "previous" {more} }}'
    path.write_text(f'input {{ file {{ path => "/a" codec => {codec} }} }}\noutput {{ null {{ }} }}\n')
    (found,) = regexes(path)
    assert (found.role.value, found.text, found.grok) == (role, "^%{YEAR}", True)


@pytest.mark.parametrize(
    ("written", "message", "blamed"),
    [
        ("/é(b/", "end pattern with unmatched parenthesis", "(b"),
        ("/a[b-a]/", "empty range in char class", "a"),
        ('"/\\\\d(/"', "end pattern with unmatched parenthesis", "("),
        ("a**)", "unmatched close parenthesis", ")"),
    ],
)
def test_what_ruby_refuses_is_marked_where_it_is_written(tmp_path: Path, written: str, message: str, blamed: str) -> None:
    refused = grep(tmp_path, written).refused
    assert refused is not None
    assert (refused.message, refused.place.text) == (message, blamed)


def test_the_place_in_formats_that_are_joined_is_the_one_that_is_wrong(tmp_path: Path) -> None:
    (found,) = parser(tmp_path, "@type multiline\nformat1 /^(?<a>.) /\nformat2 /(?<b>x))/")
    assert found.refused is not None
    span = found.refused.place.span
    assert found.refused.place.document.text[span.start - 8 : span.end] == b"/(?<b>x))"


def test_a_list_ends_at_a_pattern_that_takes_everything(tmp_path: Path) -> None:
    first, second, third = logstash(tmp_path, 'grok { match => { "m" => ["%{INT:a}", "%{DATA:b}", "%{INT:a}"] } }')
    assert (first.covered_by, second.covered_by, third.covered_by) == (None, None, second)
    assert third.twin is first
    stopped = logstash(tmp_path, 'grok { break_on_match => false match => { "m" => ["%{DATA:b}", "%{INT:a}"] } }')
    fields = logstash(tmp_path, 'grok { match => { "m" => "%{DATA:b}" "n" => "%{INT:a}" } }')
    assert [regex.covered_by for regex in (*stopped, *fields)] == [None] * 4


@pytest.mark.parametrize(
    ("pattern", "always"),
    [("/.*/", True), ("/^/", True), (r"/^\s*x?/", True), ("/a*|b/", True), ("/.+/", False), ("/^$/", False), (r"/\b/", False)],
)
def test_what_matches_every_text(tmp_path: Path, pattern: str, always: bool) -> None:
    assert grep(tmp_path, pattern).always is always


def test_an_attack_blames_one_quantifier(tmp_path: Path) -> None:
    attack = grep(tmp_path, r"/^([a-z]+,?)+;/").attack
    assert attack is not None
    assert (attack.kind, attack.alone, attack.part) == ("exponential", True, "+")
    assert attack.time == "more than an hour"
    # The outer one, or the inner one: both are needed.
    assert attack.place.text == "+"
    assert grep(tmp_path, r"/^(?>[a-z]+,?)+;/").attack is None


@pytest.mark.parametrize(
    ("pattern", "size", "ms"),
    [
        (r"^(?<w>(?:\w+\s?)+)$", 20, 18.1),
        (r"^(?<w>(?:\w+\s?)+)$", 26, 1359.0),
        (r"^(?:a|aa)+$", 30, 60.8),
        (r"^(?:a|aa)+$", 36, 1682.0),
    ],
)
def test_a_time_that_multiplies_is_foretold_from_short_lines(pattern: str, size: int, ms: float) -> None:
    # Measured with Ruby 3.1.2.
    verdict = judge(pattern)
    assert verdict is not None and verdict.attack is not None
    assert ms / 5 < grown(pattern, "onigmo", verdict.attack, ModelPrices(size)) / 1000 < ms * 5


def test_through_grok_the_reference_is_blamed_and_the_way_is_told(tmp_path: Path) -> None:
    (found,) = logstash(tmp_path, 'grok { match => { "m" => "^%{WORD:a} %{DATA:b} %{DATA:c} %{DATA:d} end$" } }')
    assert found.attack is not None
    assert (found.attack.kind, found.attack.via) == ("polynomial", "DATA")
    assert found.attack.place.text in ("%{DATA:b}", "%{DATA:c}", "%{DATA:d}")


@pytest.mark.parametrize(
    ("us", "words"), [(0.0, "0 µs"), (0.1234, "0.12 µs"), (9.96, "10 µs"), (313.7, "310 µs"), (999.0, "1 ms"), (3852.0, "3.9 ms")]
)
def test_times_have_two_digits(us: float, words: str) -> None:
    assert in_words(us) == words


def test_an_attack_that_needs_line_feeds_is_none_on_a_line(tmp_path: Path) -> None:
    # Behind ^ the attempts begin only at line feeds, which a line has none of.
    assert grep(tmp_path, r"/^\[[^\]]*\] x/").attack is None
