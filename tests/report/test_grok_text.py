"""The text and JSON of ``pipelint grok``: all but the predicted times, which are the cost model's."""

import io
import json
import re

import pytest

from pipelint import _native
from pipelint.cost.grok_study import study_grok
from pipelint.engines.logstash.grok import GROK
from pipelint.regex.grok import expand
from pipelint.regex.library import Edition, shipped
from pipelint.regex.verdict import judge
from pipelint.report.regex.grok_json import render_grok
from pipelint.report.regex.grok_text import print_grok

LIBRARY = shipped(Edition.LEGACY, GROK).with_definitions({"PAIR": "%{WORD:k}=%{INT:v}"})
LINES = ["12 up [all is well]", "-1 down []", "13 up [torn", "k=x"]


def printed(pattern: str) -> list[str]:
    stream = io.StringIO()
    print_grok(study_grok(expand(pattern, LIBRARY, GROK), 250, LINES), stream)
    return [re.sub(r"  [\d.,]+ µs, .*", "", line) for line in stream.getvalue().splitlines()]


def test_expansion_fields_and_facts() -> None:
    lines = printed(r"^%{INT:n:int} %{WORD:word} \[%{DATA:text}\]$")
    assert lines[1] == r"  ^(?<INT:n:int>(?:[+-]?(?:[0-9]+))) (?<WORD:word>\b\w+\b) \[(?<DATA:text>.*?)\]$"
    assert lines[3:7] == ["fields", "  n     int", "  word  string", "  text  string"]
    assert "  anchored at     line start, line end" in lines
    assert "  shortest match  6 characters" in lines


def test_a_sample_shows_what_matches_and_where_a_line_gets_stuck() -> None:
    lines = printed(r"^%{INT:n:int} %{WORD:word} \[%{DATA:text}\]$")
    found = lines[lines.index("2 of 4 lines match (50%)") :]
    assert found[1:5] == ["  line 1", "    n = 12", "    word = up", "    text = all is well"]
    assert found[found.index("line 3 is the first that does not match") + 1 :] == [
        "  the pattern matches up to this part, which does not match:",
        r"  pattern         ^%{INT:n:int} %{WORD:word} \[%{DATA:text}\]$",
        "                                                           ^^",
        "  the part before it matches the line up to here:",
        "  line            13 up [torn",
        "                         ^",
    ]


def test_a_place_inside_a_definition_shows_the_definition() -> None:
    lines = printed("%{PAIR}")
    at = lines.index("  PAIR            %{WORD:k}=%{INT:v}")
    assert lines[at - 1 : at + 2] == ["                  ^^^^^^^", lines[at], "                           ^"]


def test_json_says_the_same() -> None:
    read = json.loads(render_grok(study_grok(expand("^%{PAIR}$", LIBRARY, GROK), 250, ["a=1", "k=x"])))
    assert read["fields"] == [
        {"name": "k", "type": "string", "groups": [1]},
        {"name": "v", "type": "string", "groups": [2]},
    ]
    assert (read["matched"], read["lines"][0]["fields"]) == (1, {"k": ["a"], "v": ["1"]})
    missed = read["missed"]
    assert (missed["line"], missed["span"], missed["part"], missed["taken"]) == (2, [1, 8], "%{INT:v}", [0, 2])


def test_a_verdict_has_its_place_in_the_pattern_and_in_the_definition(monkeypatch: pytest.MonkeyPatch) -> None:
    # The analyser sees the regex in "(?m:" and ")": "(?m:^(?:(?<WORD:k>\b\w+\b)=...": the + is byte 22.
    verdict = {
        "verdict": "vulnerable",
        "kind": "polynomial",
        "degree": 2,
        "from_each_start": True,
        "span": [20, 23],
        "token": [22, 23],
        "attack": {"prefix": "", "pump": "a", "suffix": "!"},
        "growth": [[10, 100], [20, 400]],
        "reason": None,
    }
    monkeypatch.setattr(_native, "regex_analyse", lambda regex, limit: json.dumps(verdict), raising=False)
    judge.cache_clear()
    lines = printed("^%{PAIR}$")
    judge.cache_clear()
    said = "vulnerable: polynomial, with power 2 of the line's length, since the search restarts at every byte"
    at = lines.index(f"  backtracking    {said}")
    assert lines[at + 1 : at + 6] == [
        "  cause           ^%{PAIR}$",
        "                   ^^^^^^^",
        "  WORD            \\b\\w+\\b",
        "                      ^",
        "  attack          '' + 'a' * n + '!'",
    ]
