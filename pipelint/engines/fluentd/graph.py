"""The stage graph of a Fluentd config."""

from __future__ import annotations

from pipelint.base.block import Block
from pipelint.engines.fluentd.routing import Routed, Router, TooMuchWorkError
from pipelint.engines.fluentd.stages import Staged, build_stages
from pipelint.graph.stage import MAX_STAGES, Edge, Flow, Kind, Route, StageGraph


def build(root: Block, *, complete: bool = True) -> StageGraph:
    """The stages of ``root`` (includes resolved) and how events flow between them.

    ``complete`` says that nothing of the config lies elsewhere: only then can it be said that no source emits a tag.
    """
    staged = build_stages(root)
    skipped = len(staged.stages) > MAX_STAGES
    routed = Routed(labels_known=False)
    if not skipped:
        try:
            routed = Router(staged, complete=complete).run()
        except TooMuchWorkError:
            skipped = True
    return StageGraph(
        tuple(staged.stages),
        tuple(_edges(staged, routed)),
        tuple(routed.routes),
        routed.unreachable,
        staged.workers,
        complete and routed.labels_known,
        skipped,
    )


def _edges(staged: Staged, routed: Routed) -> list[Edge]:
    found: dict[tuple[int, int, Flow], Edge] = {}

    def add(edge: Edge) -> None:
        key = (edge.source, edge.target, edge.flow)
        old = found.get(key)
        if old is None or (edge.certain and not old.certain):
            found[key] = edge

    for route in routed.routes:
        for edge in _route_edges(route):
            add(edge)
    for stage in staged.stages:
        if stage.kind is Kind.OUTPUT and stage.parent is not None:
            add(Edge(stage.parent, stage.index, Flow.COPY))
    return list(found.values())


def _route_edges(route: Route) -> list[Edge]:
    edges: list[Edge] = []
    here, flow = route.origin, route.flow
    # Events that pass a filter by go on from the last one that all of them pass.
    skipped: list[int] = []
    for index, certain in route.filters:
        edges.extend(Edge(e, index, flow if e == route.origin else Flow.ROUTE, certain, route.tags) for e in (here, *skipped))
        if certain:
            here, skipped = index, []
        else:
            skipped.append(index)
    if route.target is not None:
        edges.extend(
            Edge(e, route.target, flow if e == route.origin else Flow.ROUTE, route.whole, route.tags)
            for e in (here, *skipped)
        )
    return edges
