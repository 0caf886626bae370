"""Stage graphs as JSON; ``docs/json.md`` describes every field."""

from __future__ import annotations

import json
from collections.abc import Iterable

from pipelint import __version__
from pipelint.base.locate import locate
from pipelint.graph.stage import Edge, Route, Stage, StageGraph

VERSION = 1


def render(graph: StageGraph, name: str) -> str:
    """One graph as a whole document, in ASCII."""
    return render_all([(name, graph)])


def render_all(graphs: Iterable[tuple[str, StageGraph]]) -> str:
    """The graphs of all configs of a run, each with its config's name, as one document."""
    shown = [_graph(name, graph) for name, graph in graphs]
    head = {"version": VERSION, "tool": {"name": "pipelint", "version": __version__}}
    return json.dumps({**head, "graphs": shown}, indent=2) + "\n"


def _graph(name: str, graph: StageGraph) -> dict[str, object]:
    return {
        "config": name,
        "workers": graph.workers,
        "complete": graph.complete,
        "skipped": graph.skipped,
        "stages": [_stage(graph, stage) for stage in graph.stages],
        "edges": [_edge(edge) for edge in graph.edges],
        "routes": [_route(route) for route in graph.routes],
    }


def _stage(graph: StageGraph, stage: Stage) -> dict[str, object]:
    return {
        "index": stage.index,
        "parent": stage.parent,
        "kind": stage.kind.value,
        "plugin": stage.plugin,
        "id": stage.value("@id") or stage.value("id") or None,
        "pattern": stage.pattern or None,
        "label": stage.label or None,
        "worker": stage.worker or None,
        "reachable": stage.index not in graph.unreachable,
        "taken_by": graph.unreachable.get(stage.index),
        "location": locate(stage.place).fields(),
    }


def _edge(edge: Edge) -> dict[str, object]:
    return {
        "source": edge.source,
        "target": edge.target,
        "flow": edge.flow.value,
        "certain": edge.certain,
        "tags": edge.tags or None,
    }


def _route(route: Route) -> dict[str, object]:
    return {
        "origin": route.origin,
        "flow": route.flow.value,
        "label": route.label or None,
        "tags": route.tags,
        "filters": [{"stage": index, "certain": certain} for index, certain in route.filters],
        "target": route.target,
        "whole": route.whole,
    }
