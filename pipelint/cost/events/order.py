"""The order in which the walk takes stages that emit events: each after those that send to it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pipelint.graph.stage import Kind, Route, Stage, StageGraph

Routes = Mapping[int, Sequence[Route]]
Parts = Mapping[int, Sequence[Stage]]


def emitting(graph: StageGraph, routes: Routes, parts: Parts) -> list[int]:
    """Stages that start ``routes``, each after those that send to it; where they run in circles, in the order met."""
    seen: set[int] = set()
    out: list[int] = []
    for first in (s.index for s in graph.of_kind(Kind.SOURCE)):
        stack: list[tuple[int, Iterable[int]]] = []
        if first not in seen:
            seen.add(first)
            stack.append((first, iter(_next(first, routes, parts))))
        while stack:
            here, following = stack[-1]
            step = next((n for n in following if n not in seen), None)
            if step is None:
                out.append(here)
                stack.pop()
            else:
                seen.add(step)
                stack.append((step, iter(_next(step, routes, parts))))
    return out[::-1]


def _next(origin: int, routes: Routes, parts: Parts) -> list[int]:
    """Stages that get events of ``origin`` and may start routes of their own."""
    out: list[int] = []
    for route in routes.get(origin, ()):
        out.extend(index for index, _ in route.filters if index in routes)
        if route.target is not None:
            out.extend(_outputs(route.target, routes, parts))
    return out


def _outputs(index: int, routes: Routes, parts: Parts) -> list[int]:
    found, todo = [], [index]
    while todo:
        here = todo.pop()
        if here in routes:
            found.append(here)
        todo.extend(s.index for s in parts.get(here, ()) if s.kind is Kind.OUTPUT)
    return found
