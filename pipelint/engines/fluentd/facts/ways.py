"""Which stages come before another with a tag that gets there: of two that share a filter, each has events of its own."""

from __future__ import annotations

from pipelint.graph.stage import Kind, StageGraph

# By stage the ways that lead to it: where each begins, and a bit for each stage on it.
Ways = dict[int, list[tuple[int, int]]]


def ways_to(graph: StageGraph) -> Ways:
    """By filter and output the ways that lead to it: where each begins, and what is passed on it."""
    found: dict[int, dict[tuple[int, int], None]] = {}
    for route in graph.routes:
        passed = 1 << route.origin
        for index, _ in route.filters:
            found.setdefault(index, {})[route.origin, passed] = None
            passed |= 1 << index
        if route.target is not None:
            found.setdefault(route.target, {})[route.origin, passed] = None
    for stage in graph.stages:
        if stage.kind is Kind.OUTPUT and stage.parent is not None:
            found.setdefault(stage.index, {})[stage.parent, 1 << stage.parent] = None
    return {index: list(ways) for index, ways in found.items()}


def passed_before(ways: Ways, index: int) -> int:
    """A bit for each stage that is on a way to this one, with tags that get there."""
    waiting, seen, passed = [index], {index}, 0
    while waiting:
        for origin, way in ways.get(waiting.pop(), ()):
            passed |= way
            if origin not in seen:
                seen.add(origin)
                waiting.append(origin)
    return passed
