"""Whether a change of some fields may change another one: looked up, and as it is defined."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pipelint.engines.logstash.facts.field_writes import Change, overlap

PATHS = st.lists(st.sampled_from("ab"), min_size=1, max_size=3).map(tuple)


@given(st.frozensets(PATHS, max_size=4), PATHS)
def test_a_change_touches_what_lies_in_it_and_what_it_lies_in(paths: frozenset[tuple[str, ...]], asked: tuple[str, ...]) -> None:
    assert Change.of(paths).touches(asked) == any(overlap(asked, path) for path in paths)
