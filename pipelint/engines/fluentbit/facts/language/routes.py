"""Whether all tags of events are known, and routes of inputs in the YAML format: outputs that they name.

src/flb_router_config.c of Fluent Bit 5.1.1.
"""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.block import Block, Param
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Place
from pipelint.graph.stage import Kind, StageGraph

_OTHER_TAGS = frozenset(("stream_task", "stream_processor", "routes", "custom"))
# What stands where someone, or a program, has to fill in a tag; or a part of a path that Tag_Regex takes.
_BLANKS = ("<", "{{")
_EMITTERS = frozenset(("log_to_metrics",))


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


def all_tags_known(root: Block, graph: StageGraph) -> bool:
    """Whether in a whole config nothing but inputs and rewrite_tag gives events a tag or chooses outputs."""
    kinds = {stage.kind for stage in graph.stages}
    return (
        {Kind.SOURCE, Kind.OUTPUT} <= kinds
        and not graph.skipped
        and not any(block.name == "service" and block.param("streams_file") is not None for block in root.blocks)
        and not any(inner.name in _OTHER_TAGS for block in root.blocks for inner in block.walk())
        and not any(mark in stage.block.value(name) for stage in graph.stages for name in ("tag", "match") for mark in _BLANKS)
        and not any(stage.kind is Kind.FILTER and stage.plugin in _EMITTERS for stage in graph.stages)
    )
