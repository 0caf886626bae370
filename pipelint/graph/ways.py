"""Which stages come before another with a tag that gets there.

A filter that takes all events leads from each to each: what is one after the other has not always an event in common.
"""

from __future__ import annotations

from pipelint.graph.stage import Kind, Stage, StageGraph

Ways = dict[int, list[tuple[int, int]]]


def passed_before(graph: StageGraph, ways: Ways, stage: Stage) -> bytes:
    """By stage 1 where it is on a way to a filter or output, with tags that get there, else 0."""
    waiting, known, marks = [stage.index], {stage.index}, 0
    while waiting:
        for origin, way in ways.get(waiting.pop(), ()):
            marks |= way
            if origin not in known:
                known.add(origin)
                waiting.append(origin)
    return marks.to_bytes(len(graph.stages), "little")


def ways_to(graph: StageGraph) -> Ways:
    """By filter and output the ways that lead to it: where each begins, and a byte for each stage, 1 where it is on the way."""
    found: Ways = {}
    for route in graph.routes:
        origin = graph.stages[route.origin]
        whole = origin.index if origin.parent is None else origin.parent
        filters = [index for index, _ in route.filters]
        marks = bytearray(len(graph.stages))
        for index in (origin.index, whole, *filters):
            marks[index] = 1
        way = whole, int.from_bytes(marks, "little")
        for index in filters if route.target is None else (*filters, route.target):
            found.setdefault(index, []).append(way)
    for stage in graph.stages:
        if stage.kind is Kind.OUTPUT and stage.parent is not None:
            found.setdefault(stage.index, []).append((stage.parent, 1 << 8 * stage.parent))
    return found
