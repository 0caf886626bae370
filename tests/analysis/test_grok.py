"""Grok patterns: where they match, how much they can backtrack, and what dissect does the same with."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pipelint.facts.grok.shape import read_grok


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("%{COMBINEDAPACHELOG}", False, False),
        ("^%{COMBINEDAPACHELOG}$", True, True),
        (r"\A%{WORD:a}\z", True, True),
        ("^%{WORD:a}|%{INT:b}", False, False),
        ("(?:^%{WORD:a}|^%{INT:b})", True, False),
        ("(?:%{WORD:a}|^%{INT:b})", False, False),
        ("%{GREEDYDATA:a} %{IP:b}", True, False),
        (".*%{IP:b}", True, False),
        ("%{DATA:a} %{GREEDYDATA:b}", False, True),
        (r"^costs \$", True, False),
        ("%{CISCO_TAGGED_SYSLOG} %{GREEDYDATA:rest}", True, True),
    ],
)
def test_where_a_pattern_is_anchored(text: str, start: bool, end: bool) -> None:
    fact = read_grok(text)
    assert (fact.anchored_start, fact.anchored_end) == (start, end)


@pytest.mark.parametrize(
    ("text", "halved"),
    [
        (r"verb \"%{WORD:a} (?:x)?|-\", host \"%{IP:b}\"", True),
        ('"GET|POST" %{INT:a}', True),
        # One of them has too many; both have pairs; the quotes are in a group, in a class, or may be missing.
        ('"%{WORD:a}|%{INT:b}', False),
        ('"%{WORD:a}"|"%{INT:b}"', False),
        ('"(?:%{WORD:a}|-)"', False),
        ('"%{WORD:a}(")?|-" %{INT:b}', False),
        ('[^"]%{WORD:a}|[^"]', False),
        ('"?%{WORD:a}|%{INT:b}"', False),
        # Of three it is not sure which belong together.
        ('"%{WORD:a}|-" %{INT:b}|"', False),
    ],
)
def test_alternatives_that_part_two_quotes(text: str, halved: bool) -> None:
    assert read_grok(text).halved is halved


def test_names_fields_and_what_matches_anything() -> None:
    fact = read_grok(r"^%{IP:[source][ip]}:%{INT:port:int} %{DATA} (?<x>.*?) a\.*b %{GREEDYDATA:rest}")
    assert fact.names == ("IP", "INT", "DATA", "GREEDYDATA")
    assert fact.fields == ("[source][ip]", "port", "rest")
    assert fact.any == 3  # an escaped dot is none
    assert not fact.leading_any and read_grok("%{GREEDYDATA:a}b").leading_any


@pytest.mark.parametrize(
    ("text", "literal"),
    [
        (r"\[%{WORD:a}\]", "["),
        ("^login of %{USER:u}", "login of "),
        ("colou?r", "colo"),
        (r"a\.?b", "a"),
        ("ab{0,2}", "a"),
        ("%{WORD:a} b", ""),
        ("GET|POST", ""),
        (r"from (?:%{IPV4:a}|%{IPV6:a}) \||to", ""),
        (r"from (?:%{IPV4:a}|%{IPV6:a}) [(|]\|x", "from "),
        ("(GET) ", ""),
        (r"\d+ x", ""),
    ],
)
def test_the_text_that_a_match_begins_with(text: str, literal: str) -> None:
    assert read_grok(text).first_literal == literal


@pytest.mark.parametrize(
    ("text", "mapping"),
    [
        (r"^%{TIMESTAMP_ISO8601:t} %{LOGLEVEL:l} \[%{DATA:th}\] %{GREEDYDATA:m}", "%{t} %{l} [%{th}] %{m}"),
        (r"^%{WORD:a} +%{INT:b:int}$", "%{a->} %{b}"),
        (r"^%{IP:a} %{WORD} %{WORD:[b][c]}$", "%{a} %{} %{[b][c]}"),
        ("^%{WORD:a}-%{WORD:b}$", "%{a}-%{b}"),
        ("%{IP:a},%{WORD:b},%{INT:c},%{GREEDYDATA:d}", "%{a},%{b},%{c},%{d}"),
        # NOTSPACE goes to the last colon, dissect to the first.
        ("^%{NOTSPACE:a}:%{WORD:b}$", None),
        # A number may hold the dot, a time the comma.
        (r"^%{NUMBER:a}\.%{WORD:b}$", None),
        ("^%{TIMESTAMP_ISO8601:a},%{WORD:b}$", None),
        # Letters may be part of the field before.
        ("^%{DATA:a}v%{INT:b}$", None),
        ("^%{WORD:a}(?: %{WORD:b})?$", None),
        ("^%{WORD:a} %{COMBINEDAPACHELOG:b}$", None),
        ("^%{GREEDYDATA:a} %{WORD:b}$", None),
        # It may stand in the middle, or not reach the end.
        ("%{WORD:a}: %{GREEDYDATA:b}", None),
        ("^%{WORD:a} %{WORD:b}", None),
        ("^%{WORD:a}$", None),
    ],
)
def test_what_dissect_could_do(text: str, mapping: str | None) -> None:
    assert read_grok(text).dissect == mapping


SEPARATORS = [" ", "|", " - ", "] [", ":", "x", ", "]
# The names as logstash-patterns-core defines them, as far as lines of these characters are concerned.
DEFINITIONS = {"WORD": r"\b\w+\b", "INT": r"(?:[+-]?[0-9]+)", "NOTSPACE": r"\S+", "DATA": ".*?", "GREEDYDATA": ".*"}


def as_regex(pattern: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"%\{(\w+):(\w+)\}", lambda m: f"(?P<{m[2]}>{DEFINITIONS[m[1]]})", pattern))


def dissected(mapping: str, line: str) -> dict[str, str]:
    """What dissect makes of a line that has all the separators: each field ends where what follows it first stands."""
    pieces = re.split(r"%\{(\w+)\}", mapping)
    out: dict[str, str] = {}
    at = line.index(pieces[0]) + len(pieces[0])
    for name, separator in zip(pieces[1::2], pieces[2::2], strict=True):
        end = line.index(separator, at) if separator else len(line)
        out[name] = line[at:end]
        at = end + len(separator)
    return out


@given(
    st.lists(
        st.tuples(st.sampled_from(sorted(DEFINITIONS)), st.sampled_from(SEPARATORS)),
        min_size=1,
        max_size=4,
    ),
    st.sampled_from(["NOTSPACE", "DATA", "GREEDYDATA"]),
    st.text("ax1: |-[],", max_size=30),
)
@example([("DATA", " ")], "NOTSPACE", "  1")
def test_dissect_gives_what_the_pattern_gives(parts: list[tuple[str, str]], last: str, line: str) -> None:
    inner = "".join(f"%{{{name}:f{i}}}{re.escape(separator)}" for i, (name, separator) in enumerate(parts))
    pattern = "^" + inner.replace("\\ ", " ").replace("\\-", "-") + f"%{{{last}:last}}$"
    mapping = read_grok(pattern).dissect
    found = as_regex(pattern).match(line)
    if mapping is not None and found is not None:
        assert dissected(mapping, line) == found.groupdict()


@given(st.text(r"%{}WORDATG:a\[]()|.*+?^$ ", max_size=60))
def test_any_text_is_read(text: str) -> None:
    fact = read_grok(text)
    assert fact.dissect is None or fact.dissect.count("%{") >= 2
    assert len(fact.fields) <= len(fact.names)
