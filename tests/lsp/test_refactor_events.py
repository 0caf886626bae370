"""Refactorings: events fare as they did before."""

from __future__ import annotations

import json
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelint.checker.loading import load
from pipelint.engines.parts import parts_of
from tests.properties import tries

pytest.importorskip("pygls", reason="the language server is an extra")

from tests.lsp.refactored import FLUENTD, LOGSTASH, name_of, refactored


def _fates(config: str, lines: list[str]) -> list[object]:
    """What became of lines: what each stage did with them, but for those that only hand on to a label."""
    (loaded,) = load(["-"], stdin=config.encode(), stdin_filename=f"/nowhere/{name_of(config)}").configs
    tracer = parts_of(loaded).tracer
    assert tracer is not None
    return [
        (journey.first, [(step.stage.plugin, step.fate, step.events) for step in journey.steps if step.stage.plugin != "relabel"])
        for source in tracer.sources(loaded)
        for journey in tracer.trace(loaded, source, [line.encode() for line in lines])
    ]


RECORDS = [
    json.dumps({name: value for name, value in zip(("kind", "team", "verb", "code"), values, strict=True) if value is not None})
    for values in product(("web", "db", None), ("shop", "law", None), ("GET", None), (500, 200, None))
]


@pytest.mark.parametrize("config", [LOGSTASH, FLUENTD, FLUENTD.replace("app.**", "**")])
def test_events_fare_as_before(config: str) -> None:
    before = _fates(config, RECORDS)
    assert any(steps for _, steps in before)  # type: ignore[misc]
    titles = []
    for title, text in refactored(config):
        titles.append(title)
        assert _fates(text, RECORDS) == before, title
    assert len(titles) > 4


CONDITIONS = ["[kind]", '[kind] == "web"', '[team] == "shop"', "([verb] or [code])", "[code] > 300"]
BODIES = [
    'mutate { add_field => { "new" => "x" } }',
    'mutate { replace => { "kind" => "web" } }',
    'mutate { remove_field => ["verb"] }',
    'mutate { add_tag => ["t"] }',
    "drop { }",
]
asked = st.lists(st.sampled_from(CONDITIONS), min_size=1, max_size=3, unique=True).map(" and ".join)
plugin = st.sampled_from(BODIES)
inner = st.builds("if {} {{\n{}\n}}".format, asked, plugin)
statement = st.one_of(
    plugin, inner, st.builds("if {} {{\n{}\n}}".format, asked, inner), inner.map(lambda one: one + " else { drop { } }")
)
section = st.lists(st.one_of(statement, inner, inner), min_size=2, max_size=5).map("\n".join)


@pytest.mark.slow
@tries(100)
@given(section)
def test_events_of_any_ifs_fare_as_before(filters: str) -> None:
    config = f"input {{ stdin {{ codec => json }} }}\nfilter {{\n{filters}\n}}\noutput {{ stdout {{ }} }}\n"
    before = _fates(config, RECORDS)
    for title, text in refactored(config):
        assert _fates(text, RECORDS) == before, (title, text)
