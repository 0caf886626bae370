"""The routes of inputs in the YAML format: outputs that they name (src/flb_router_config.c of Fluent Bit 5.1.1)."""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.block import Block, Param
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Place
from pipelint.graph.stage import Kind, StageGraph


@dataclass(frozen=True, eq=False)
class RouteTargetFact:
    """An output that a route names by ``name``, and that there is not."""

    name: str
    place: Place


def lost_targets(block: Block, graph: StageGraph) -> Iterator[RouteTargetFact]:
    """The outputs that the routes of an input name and that there are not."""
    outputs = list(graph.of_kind(Kind.OUTPUT))
    named = {stage.block.value("alias") for stage in outputs} | {stage.plugin for stage in outputs}
    known = named | {f"{stage.plugin}.{number}" for stage in outputs for number in range(len(outputs))}
    for route in (inner for each in block.blocks if each.name == "routes" for inner in each.walk()):
        for item in route.items if route.name == "to" else ():
            if isinstance(item, Param) and item.name == "outputs" and item.value not in known and "${" not in item.value:
                yield RouteTargetFact(item.value, item.place)
            elif isinstance(item, Block) and item.name == "outputs" and item.value("name") not in known:
                yield RouteTargetFact(item.value("name"), item.place)
