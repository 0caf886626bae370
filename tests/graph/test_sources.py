"""The sources before a stage: found for all stages at once, and the same as those of each stage alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelint.base.block import Block
from pipelint.base.text.document import Document, Place, SourceFile
from pipelint.base.text.span import Span
from pipelint.graph.stage import Edge, Flow, Kind, Stage, StageGraph
from tests.properties import tries

PLACE = Place(Document.whole(SourceFile("none", b"")), Span(0, 0))
BLOCK = Block("stage", "", (), PLACE, PLACE, PLACE)


@st.composite
def graphs(draw: st.DrawFn) -> StageGraph:
    """Sources and filters with any edges between them, mostly forward ones."""
    kinds = draw(st.lists(st.sampled_from([Kind.SOURCE, Kind.FILTER, Kind.FILTER]), min_size=1, max_size=9))
    stages = tuple(Stage(index, kind, "none", BLOCK, None) for index, kind in enumerate(kinds))
    numbers = st.integers(0, len(stages) - 1)
    pairs = draw(st.lists(st.tuples(numbers, numbers), max_size=24))
    turned = draw(st.booleans())
    edges = dict.fromkeys((min(pair), max(pair)) if turned else pair for pair in pairs)
    return StageGraph(stages, tuple(Edge(one, other, Flow.ROUTE) for one, other in edges if one != other), (), {})


@tries(300)
@given(graphs())
def test_sources_are_those_among_all_before_in_their_order(graph: StageGraph) -> None:
    for stage in graph.stages:
        assert graph.sources(stage) == [one for one in graph.before(stage) if one.kind is Kind.SOURCE]


def test_sources_of_branches_are_followed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two sources, and filters each of which may be skipped: no stage goes back through all before it."""
    stages = tuple(Stage(index, Kind.SOURCE if index < 2 else Kind.FILTER, "none", BLOCK, None) for index in range(50))
    pairs = [(before, index) for index in range(2, 50) for before in ((0, 1) if index < 4 else (index - 2, index - 1))]
    graph = StageGraph(stages, tuple(Edge(one, other, Flow.ROUTE) for one, other in pairs), (), {})
    monkeypatch.setattr(StageGraph, "before", lambda *_: 1 / 0)
    assert {tuple(one.index for one in graph.sources(stage)) for stage in stages[2:]} == {(0, 1)}
