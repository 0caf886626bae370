"""Stage graphs as JSON; ``docs/json.md`` describes every field."""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import repeat

from pipelint import __version__
from pipelint.base.text.locate import locate
from pipelint.graph.render.picture import Hide
from pipelint.graph.stage import Edge, Route, Stage, StageGraph

VERSION = 1


def render(graph: StageGraph, name: str) -> str:
    """One graph as a whole document, in ASCII."""
    return render_all([(name, graph)])


def render_all(graphs: Iterable[tuple[str, StageGraph]], hides: Iterable[Hide] = repeat(str)) -> str:
    """The graphs of all configs of a run, each with its config's name, as one document.

    ``hides`` are what give the texts of each config as they may be shown.
    """
    shown = [_graph(name, graph, hide) for (name, graph), hide in zip(graphs, hides, strict=False)]
    head = {"version": VERSION, "tool": {"name": "pipelint", "version": __version__}}
    return json.dumps({**head, "graphs": shown}, indent=2) + "\n"


def _graph(name: str, graph: StageGraph, hide: Hide) -> dict[str, object]:
    return {
        "config": name,
        "workers": graph.workers,
        "complete": graph.complete,
        "skipped": graph.skipped,
        "stages": [_stage(graph, stage, hide) for stage in graph.stages],
        "edges": [_edge(edge, hide) for edge in graph.edges],
        "routes": [_route(route, hide) for route in graph.routes],
    }


def _stage(graph: StageGraph, stage: Stage, hide: Hide) -> dict[str, object]:
    return {
        "index": stage.index,
        "parent": stage.parent,
        "kind": stage.kind.value,
        "plugin": stage.plugin,
        "id": hide(stage.value("@id") or stage.value("id")) or None,
        "pattern": hide(stage.pattern) or None,
        "label": hide(stage.label) or None,
        "worker": hide(stage.worker) or None,
        "reachable": stage.index not in graph.unreachable,
        "taken_by": graph.unreachable.get(stage.index),
        "location": locate(stage.place).fields(),
    }


def _edge(edge: Edge, hide: Hide) -> dict[str, object]:
    return {
        "source": edge.source,
        "target": edge.target,
        "flow": edge.flow.value,
        "certain": edge.certain,
        "tags": hide(edge.tags) or None,
    }


def _route(route: Route, hide: Hide) -> dict[str, object]:
    return {
        "origin": route.origin,
        "flow": route.flow.value,
        "label": hide(route.label) or None,
        "tags": hide(route.tags),
        "filters": [{"stage": index, "certain": certain} for index, certain in route.filters],
        "target": route.target,
        "whole": route.whole,
    }
