"""Bad input: no line, value or config ends a trace, or keeps it for long."""

from __future__ import annotations

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelint.engines.fluentd.trace.tracer import FluentdTracer
from pipelint.trace.model import Fate, Journey
from tests.engines.fluentd.trace.recorded import config_of

PARSERS = {
    "json": "",
    "none": "",
    "nginx": "",
    "apache2": "",
    "ltsv": "",
    "cri": "",
    "syslog": "with_priority true\nmessage_format auto\n",
    "csv": "keys a,b\n",
    "tsv": "keys a,b\n",
    "regexp": "expression /^(?<time>[^ ]+) (?<m>.*)$/\n",
    "grok": "grok_pattern %{IP:ip} %{NUMBER:n:integer}\n",
    "multiline": "format_firstline /^\\S/\nformat1 /^(?<m>.*)/\n",
}
FILTERS = """
<filter **>
@type parser
key_name message
reserve_data true
<parse>
@type json
</parse>
</filter>
<filter **>
@type concat
key message
multiline_start_regexp /^a/
</filter>
<filter **>
@type record_transformer
enable_ruby true
<record>
x ${record["message"].to_s.split(" ")[0]}
y ${record["a"] ? record["a"]["b"] : tag_parts[0]}
</record>
</filter>
<filter **>
@type grep
<regexp>
key message
pattern /./
</regexp>
</filter>
<match **>
@type rewrite_tag_filter
<rule>
key message
pattern /^(.)/
tag new.$1
</rule>
</match>
"""


def config(parser: str, more: str = "", rest: str = "<match **>\n@type null\n</match>\n") -> str:
    return f"<source>\n@type tail\npath /a.log\ntag app\n<parse>\n@type {parser}\n{more}</parse>\n</source>\n{rest}"


def traced(text: str, lines: list[bytes]) -> list[Journey]:
    loaded = config_of(text)
    tracer = FluentdTracer()
    return list(tracer.trace(loaded, tracer.sources(loaded)[0], lines))


@given(st.sampled_from(sorted(PARSERS)), st.lists(st.binary(max_size=60), max_size=5))
def test_random_bytes_do_no_harm(parser: str, lines: list[bytes]) -> None:
    for journey in traced(config(parser, PARSERS[parser], FILTERS), [line.replace(b"\n", b"") for line in lines]):
        assert 1 <= journey.first <= journey.last <= len(lines)
        assert journey.steps


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["message", "a", "time"]), inner, max_size=3),
    max_leaves=8,
)


@given(st.lists(json_values, max_size=4))
def test_random_values_do_no_harm(values: list[object]) -> None:
    for journey in traced(config("json", "", FILTERS), [json.dumps(value).encode() for value in values]):
        assert journey.steps[0].fate in Fate


@pytest.mark.parametrize("parser", sorted(PARSERS))
def test_long_lines_and_deep_values_end_soon(parser: str) -> None:
    start = time.process_time()
    lines = [b"a" * 1_000_000, b"[" * 100_000, b'{"a":' * 50_000, b"9" * 100_000, b" " * 1_000_000, b"\xff" * 1000, b"\x00"]
    assert traced(config(parser, PARSERS[parser]), lines)
    assert time.process_time() - start < 20


def test_a_regex_that_runs_away_is_said_to_be_unknown() -> None:
    lines = [b"a" * 60 + b"!"] * 3
    found = traced(config("regexp", "expression /^(?<m>(a+)+)$/\n"), lines)
    assert [journey.steps[-1].fate for journey in found] == [Fate.UNKNOWN] * 3
    assert "too long" in found[0].steps[-1].reason
    assert found[0].steps[-1].place is not None


def test_events_that_go_round_are_given_up() -> None:
    rest = "<match **>\n@type rewrite_tag_filter\n<rule>\nkey message\npattern /./\ntag x.${tag}\n</rule>\n</match>\n"
    (journey,) = traced(config("none", "", rest), [b"a"])
    assert journey.steps[-1].fate is Fate.UNKNOWN
    assert len(journey.steps) < 100


def test_copies_of_copies_do_not_grow_without_an_end() -> None:
    store = "<store>\n@type relabel\n@label @A\n</store>\n"
    rest = f"<match **>\n@type relabel\n@label @A\n</match>\n<label @A>\n<match **>\n@type copy\n{store * 3}</match>\n</label>\n"
    start = time.process_time()
    (journey,) = traced(config("none", "", rest), [b"a"])
    assert any(step.fate is Fate.UNKNOWN for step in journey.steps)
    assert time.process_time() - start < 5
