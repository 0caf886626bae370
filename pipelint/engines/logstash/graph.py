"""The stage graph of Logstash pipelines: events pass filters and outputs in order, through the branches that they meet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from pipelint.base.block import Block, Guard
from pipelint.base.lean.record import dataclass, field
from pipelint.base.value import ValueKind
from pipelint.engines.logstash.stages import Branches, PipelineStages, Plugin, Stager, Statement
from pipelint.graph.stage import LATEST, Edge, Flow, Kind, Route, Stage, StageGraph

# Conditions that an arrow tells.
_WORDS = 6


def build(root: Block, *, complete: bool) -> StageGraph:
    """The stages of all pipelines of ``root`` and how events flow. ``complete``: all of them were read, without an error."""
    stager = Stager()
    stager.config(root)
    blocks = {pipeline.id: pipeline.block for pipeline in stager.pipelines}
    whole = complete and all(pipeline.inputs and pipeline.outputs for pipeline in stager.pipelines)
    if stager.skipped:
        return StageGraph(tuple(stager.stages), (), (), {}, complete=whole, skipped=True, pipelines=blocks)
    flow = _Flow(stager.stages)
    for pipeline in stager.pipelines:
        flow.pipeline(pipeline)
    flow.between(stager.pipelines)
    return StageGraph(
        tuple(stager.stages),
        tuple(flow.edges.values()),
        tuple(flow.routes),
        _dropped(stager),
        complete=whole,
        pipelines=blocks,
    )


@dataclass(slots=True)
class _Flow:
    stages: list[Stage]
    edges: dict[tuple[int, int, Flow], Edge] = field(default_factory=dict)
    routes: list[Route] = field(default_factory=list)
    ways: dict[str, Route] = field(default_factory=dict)  # the way through each pipeline, as seen from an input
    latest: tuple[Guard, ...] = ()
    words: str = ""

    def pipeline(self, pipeline: PipelineStages) -> None:
        """The edges and routes inside of one pipeline."""
        inputs = [plugin.index for plugin in _plugins(pipeline.inputs)]
        left = self.run(pipeline.filters, inputs)
        # Every event goes to all outputs whose conditions it meets, one after another.
        self.run(pipeline.outputs, left)
        passed = [plugin.index for plugin in _plugins((*pipeline.filters, *pipeline.outputs))]
        outputs = [index for index in passed if self.stages[index].kind is Kind.OUTPUT]
        target = outputs[-1] if outputs else None
        filters = tuple((index, not self.stages[index].guards) for index in passed if index != target)
        whole = target is None or not self.stages[target].guards
        for index in inputs:
            route = Route(index, Flow.ROUTE, pipeline.id, "", filters, target, whole)
            self.ways[pipeline.id] = route
            self.routes.append(route)

    def run(self, statements: Sequence[Statement], came: list[int]) -> list[int]:
        """Draws the edges through ``statements`` for events that come from ``came``; where they are afterwards."""
        for statement in statements:
            if isinstance(statement, Plugin):
                came = self.pass_through(statement.index, came)
                continue
            left = [index for body in statement.bodies for index in self.run(body, came)]
            if not statement.certain:
                left = [*came, *left]
            came = list(dict.fromkeys(left))[-LATEST:]
        return came

    def pass_through(self, index: int, came: list[int]) -> list[int]:
        """Edges to one plugin; what leaves it."""
        stage = self.stages[index]
        guards = stage.guards
        # What stands in one section has one and the same.
        if guards is not self.latest:
            self.latest, self.words = guards, " and ".join(_words(guards))
        for source in came:
            self.edges.setdefault((source, index, Flow.ROUTE), _edge(source, index, not guards, self.words))
        return [] if ends_events(stage) else [index]

    def between(self, pipelines: Sequence[PipelineStages]) -> None:
        """Edges and routes from ``pipeline`` outputs to the inputs with their addresses."""
        addresses: dict[str, list[tuple[str, int]]] = {}
        for pipeline in pipelines:
            for plugin in _plugins(pipeline.inputs):
                stage = self.stages[plugin.index]
                if stage.plugin == "pipeline" and stage.value("address"):
                    addresses.setdefault(stage.value("address"), []).append((pipeline.id, stage.index))
        for stage in self.stages:
            if stage.kind is not Kind.OUTPUT or stage.plugin != "pipeline":
                continue
            for address in sent_to(stage):
                for label, index in addresses.get(address, ()):
                    self.edges[stage.index, index, Flow.RELABEL] = Edge(stage.index, index, Flow.RELABEL, tags=address)
                    way = self.ways[label]
                    filters = ((index, True), *way.filters)
                    self.routes.append(Route(stage.index, Flow.RELABEL, label, address, filters, way.target, way.whole))


# Nearly all edges are as they were when the config was last read.
@lru_cache(maxsize=8192)
def _edge(source: int, target: int, certain: bool, tags: str) -> Edge:
    return Edge(source, target, Flow.ROUTE, certain, tags)


def _words(guards: tuple[Guard, ...]) -> Iterator[str]:
    """The conditions before a stage, of very many the last ones: the words are for people."""
    if len(guards) > _WORDS:
        yield "..."
    for guard in guards[-_WORDS:]:
        yield guard.text if guard.holds else f"not ({guard.text})"


def sent_to(stage: Stage) -> tuple[str, ...]:
    """The addresses that a ``pipeline`` output sends to."""
    param = stage.block.param("send_to")
    if param is None or param.data is None:
        return ()
    if param.data.kind is ValueKind.ARRAY:
        return tuple(item.text for item in param.data.items)
    return (param.data.text,)


def ends_events(stage: Stage) -> bool:
    """Whether no event leaves a stage: a ``drop`` that drops all."""
    return stage.plugin == "drop" and stage.kind is Kind.FILTER and stage.value("percentage", "100") == "100"


def _plugins(statements: Sequence[Statement]) -> Iterator[Plugin]:
    for statement in statements:
        if isinstance(statement, Branches):
            for body in statement.bodies:
                yield from _plugins(body)
        else:
            yield statement


def _dropped(stager: Stager) -> dict[int, int | None]:
    """The filters and outputs that a ``drop`` before them, under no other condition than theirs, leaves nothing."""
    found: dict[int, int | None] = {}
    if not any(map(ends_events, stager.stages)):
        return found
    for pipeline in stager.pipelines:
        # The ways to drops as a tree: from a number by a condition, and whether it holds, to the next; at the ends the drops.
        ways: dict[tuple[int, int, bool], int] = {}
        drops: dict[int, int] = {}
        for plugin in _plugins((*pipeline.filters, *pipeline.outputs)):
            stage = stager.stages[plugin.index]
            if not drops and stage.plugin != "drop":
                continue
            # Every event that would reach the stage has met the conditions of a drop that stands under the first of them.
            before = [drops[here] for here in _along(ways, stage.guards) if here in drops]
            if before:
                found[stage.index] = min(before)
            elif ends_events(stage):
                end = 0
                for guard in stage.guards:
                    end = ways.setdefault((end, id(guard.branch), guard.holds), len(ways) + 1)
                drops[end] = stage.index
    return found


def _along(ways: Mapping[tuple[int, int, bool], int], guards: Iterable[Guard]) -> Iterator[int]:
    """The numbers on the way past these conditions, as far as it is one of the ``ways``."""
    here = 0
    yield here
    for guard in guards:
        after = ways.get((here, id(guard.branch), guard.holds))
        if after is None:
            return
        here = after
        yield here
