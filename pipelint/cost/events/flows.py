"""How many events go along each edge of a stage graph, by the walk that an estimate is made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, cast

from pipelint.cost.events.flow import State
from pipelint.cost.events.order import emitting
from pipelint.cost.events.traffic import NotedTraffic, TrafficProfile
from pipelint.cost.events.walk import Walker
from pipelint.graph.stage import Flow, Kind, Route, Stage, StageGraph

if TYPE_CHECKING:
    from pipelint.cost.events.work import CostRules
    from pipelint.cost.samples.observed import Observed

# What more or fewer events come than the drawn edges bring is rounding.
_NOTHING = 1e-6


def flows(
    graph: StageGraph, traffic: TrafficProfile, rules: CostRules, observed: Observed | None = None
) -> dict[tuple[int, int], float]:
    """Events per line read, by the indices of the stages that they go from and to.

    A pair is missing where events come to its second stage in a way that no edge is drawn for: then nobody can tell. Works in
    the square of the longest route at most.
    """
    walker = _Tracker(graph, cast("TrafficProfile", NotedTraffic(traffic)), rules, observed)
    if walker.enter():
        for origin in emitting(graph, walker.routes, walker.parts):
            walker.leave(origin)
    return {pair: events for pair, events in walker.flows.items() if pair[1] not in walker.lost}


class _Tracker(Walker):
    """A walk that notes what goes along the edges: ``flows``, and the stages to which some events come by none."""

    def __init__(self, graph: StageGraph, traffic: TrafficProfile, rules: CostRules, observed: Observed | None) -> None:
        super().__init__(graph, traffic, rules, observed)
        self.flows: dict[tuple[int, int], float] = {}
        self.lost: set[int] = set()
        self._edges = {(edge.source, edge.target) for edge in graph.edges}
        # Of the route that is followed: where its events are, by the stage that they left last.
        self._at: dict[int, float] = {}
        self._inside: list[int] = []

    def _join(self, source: Stage, emitted: Mapping[Flow, State]) -> bool:
        return False

    def _follow(self, route: Route, state: State, known: Sequence[Route] = ()) -> None:
        self._at = {route.origin: state.events}
        super()._follow(route, state, known)

    def _arrive(self, stage: Stage, state: State) -> State:
        if self._inside:
            self._add(self._inside[-1], stage.index, state.events)
        else:
            self._come(stage.index, state.events)
        self._inside.append(stage.index)
        passed = super()._arrive(stage, state)
        self._inside.pop()
        if not self._inside and stage.kind is not Kind.OUTPUT:
            self._at[stage.index] = passed.events
        return passed

    def _come(self, target: int, events: float) -> None:
        """Events come to a stage of the route, from where there are any that can."""
        sources = {index: there for index, there in self._at.items() if (index, target) in self._edges}
        there = sum(sources.values())
        if events - there > _NOTHING:
            self.lost.add(target)
        share = min(1.0, events / there) if there else 0.0
        for index, left in sources.items():
            self._add(index, target, left * share)
            # What an output gets may go to others, too.
            if self.graph.stages[target].kind is not Kind.OUTPUT:
                self._at[index] = left * (1 - share)

    def _add(self, source: int, target: int, events: float) -> None:
        self.flows[source, target] = self.flows.get((source, target), 0.0) + events
