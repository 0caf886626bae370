"""Prints what is said of the routes of configs, one line each.

``python -m tests.graph.reference_graphs native|reference FILE...``: with automata of the native module, or of ``reference.py``.
"""

from __future__ import annotations

import sys


def main(engine: str, paths: list[str]) -> None:
    """Prints a line for each config."""
    if engine == "reference":
        from tests.graph import reference

        sys.modules["pipelint.graph.automaton"] = reference
    from pipelint.checker.loading import load

    for config in load(paths).configs:
        graph, proofs = config.graph, config.graph.proofs
        edges = [(edge.source, edge.target, edge.flow.value, edge.certain, edge.tags) for edge in graph.edges]
        routes = [(r.origin, r.flow.value, r.label, r.tags, r.filters, r.target, r.whole) for r in graph.routes]
        why = [(index, one.why.value, one.way, one.takers, one.tag) for index, one in proofs.unreached.items()]
        lost = [(one.way, one.label, one.tags, one.whole) for one in proofs.unmatched]
        loops = [(one.way, one.stages, one.tag) for one in proofs.loops]
        print(config.name, graph.skipped, edges, routes, why, lost, loops)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
