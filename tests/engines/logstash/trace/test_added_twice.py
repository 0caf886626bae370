"""Fields that are called added twice, against the events of random filters: each is a list there, and no text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelint.engines.logstash.facts.dataflow.facts import AddedTwiceFact
from pipelint.engines.logstash.facts.dataflow.twice import added_twice
from pipelint.engines.logstash.facts.field_writes import field_path
from pipelint.engines.logstash.trace.inputs.codecs import new_event
from pipelint.engines.logstash.trace.values.event import TracedEvent
from pipelint.graph.stage import Stage
from pipelint.trace.model import Fate
from tests.engines.logstash.trace.cases import pipeline, trace
from tests.properties import tries

FIELDS = st.sampled_from(["team", "[app][name]", "[app]"])
DONE = st.one_of(
    st.tuples(st.sampled_from(["add_field", "replace"]), FIELDS).map(lambda it: f'{it[0]} => {{ "{it[1]}" => "v" }}'),
    FIELDS.map(lambda name: f'remove_field => ["{name}"]'),
    st.tuples(FIELDS, FIELDS).map(lambda it: f'rename => {{ "{it[0]}" => "{it[1]}" }}'),
)
FILTER = st.lists(DONE, min_size=1, max_size=2, unique_by=lambda done: done.split()[0]).map(
    lambda done: f"mutate {{ {' '.join(done)} }}\n"
)
CONDITION = st.sampled_from(["[x]", "[y]", "![team]", '[app][name] == "v"'])
FILTERS: st.SearchStrategy[str] = st.recursive(
    FILTER,
    lambda inner: st.one_of(
        st.lists(inner, min_size=1, max_size=4).map("".join),
        st.tuples(CONDITION, inner).map(lambda it: f"if {it[0]} {{\n{it[1]}}}\n"),
        st.tuples(CONDITION, inner, inner).map(lambda it: f"if {it[0]} {{\n{it[1]}}} else {{\n{it[2]}}}\n"),
    ),
    max_leaves=10,
)
EVENTS = [{}, {"x": "1"}, {"y": "1"}, {"x": "1", "y": "1"}, {"x": "1", "team": "t"}, {"app": {"name": "v"}}]


@tries(400)
@given(FILTERS)
def test_each_field_that_is_added_twice_is_a_list_then(filters: str) -> None:
    config = pipeline(f"input {{ stdin {{ }} }}\nfilter {{\n{filters}}}\noutput {{ stdout {{ }} }}\n", "disabled")
    found = list(added_twice(config.root))
    for data in EVENTS if found else ():
        for step in trace(config, new_event(data)):
            if step.fate is Fate.PASSED and step.events:
                event = TracedEvent(step.events[0].record)  # type: ignore[arg-type]
                assert all(isinstance(event.find(path), list) for path in added_by(step.stage, found)), filters


def added_by(stage: Stage, found: list[AddedTwiceFact]) -> list[tuple[str, ...]]:
    """The fields that are called added twice in a stage."""
    span = stage.block.place.span
    return [field_path(fact.field) for fact in found if span.start < fact.place.span.start < span.end]


SET = 'mutate { add_field => { "team" => "a" } }'
AGAIN = 'mutate { add_field => { "team" => "b" } }'


# By the order of operations in mutate.rb and by filters/base.rb: add_field comes after them, remove_field after it.
@pytest.mark.parametrize(
    ("filters", "count"),
    [
        (f"{SET} {AGAIN}", 1),
        (f"{SET} {AGAIN} {AGAIN}", 2),
        (f"if [x] {{ {SET} }} {AGAIN}", 0),
        (f"if [x] {{ {SET} }} else {{ {SET} }} {AGAIN}", 1),
        (f"if [x] {{ {SET} {AGAIN} }}", 1),
        (f"{SET} if [x] {{ {AGAIN} }}", 1),
        (f"{SET} if ![team] {{ {AGAIN} }}", 0),
        (f"{SET} if [team] {{ }} else {{ {AGAIN} }}", 0),
        (f'{SET} mutate {{ remove_field => ["team"] }} {AGAIN}', 0),
        (f"{SET} ruby {{ code => '' }} {AGAIN}", 0),
        (f'grok {{ match => {{ "message" => "^a" }} add_field => {{ "team" => "a" }} }} {AGAIN}', 0),
        ('mutate { add_field => { "[a][b]" => "c" } } mutate { remove_field => ["[a]"] add_field => { "[a][b]" => "d" } }', 0),
        (f'{SET} mutate {{ replace => {{ "team" => "b" }} }}', 0),
        (
            'mutate { replace => { "[app][name]" => "a" } add_field => { "[app]" => "b" } }'
            ' mutate { add_field => { "[app][name]" => "c" } }',
            0,
        ),
        (f'mutate {{ add_field => {{ "team" => "a" }} remove_field => ["team"] }} {AGAIN}', 0),
    ],
)
def test_a_field_is_added_twice_where_every_event_has_it(filters: str, count: int) -> None:
    config = pipeline(f"input {{ stdin {{ }} }} filter {{ {filters} }} output {{ stdout {{ }} }}", "disabled")
    assert len(list(added_twice(config.root))) == count
