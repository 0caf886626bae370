"""Follows the keys of records along every route of a Fluentd config, until nothing new is found."""

from __future__ import annotations

from collections.abc import Iterable

from pipelint.base.block import Block
from pipelint.base.limits import left_out
from pipelint.base.running.turns import pause
from pipelint.engines.fluentd.holes import read_holes
from pipelint.engines.fluentd.plugins.known import known
from pipelint.engines.fluentd.records.filters import passed_shape
from pipelint.engines.fluentd.records.settings import may_change_record, rules
from pipelint.engines.fluentd.records.shape import UNKNOWN, Shape, join
from pipelint.engines.fluentd.records.sources import source_shape
from pipelint.graph.stage import Flow, Kind, Route, Stage, StageGraph
from pipelint.plugins.behaviour import Sends

# Fluentd itself sends events there that no stage of the config emits.
_OWN_LABELS = frozenset(("@ERROR", "@FLUENT_LOG"))
# How often the routes are followed: each round can only make more keys possible, real configs need two or three.
_ROUNDS = 12
# Stages on all routes together; beyond it nothing is claimed. The largest real config known has some hundreds.
MAX_STEPS = 5_000


def arriving_shapes(graph: StageGraph, source: int | None = None) -> dict[int, Shape]:
    """By index the keys of the records that reach each stage, sources excepted; a stage that no route reaches has none.

    There are none at all where a part of the config is not known, or where the routes have more than MAX_STEPS stages. With
    ``source``, the index of one, only its records are followed.
    """
    return _Walk(graph, source).run()


class _Walk:
    def __init__(self, graph: StageGraph, source: int | None = None) -> None:
        self.graph = graph
        self.source = source
        self.arriving: dict[int, Shape] = {}
        self.changed = False
        self.open_labels = _OWN_LABELS
        # By route the records that it was last followed with: with the same ones it finds nothing new.
        self.followed: dict[int, Shape] = {}
        self.sources: dict[int, Shape] = {}
        # What each filter made of the last shape that it got: many routes differ in nothing but their tags.
        self.last: dict[int, tuple[Shape, Shape]] = {}

    def run(self) -> dict[int, Shape]:
        steps = sum(len(route.filters) + 1 for route in self.graph.routes)
        if self.graph.skipped or not self.graph.complete:
            return {}
        if steps > MAX_STEPS:
            left_out(f"more than {MAX_STEPS:,} stages on all routes: the keys of records are not analysed")
            return {}
        if any(route.label for route in self.graph.routes):
            self.open_labels |= _sent_to(self.graph)
        for _ in range(_ROUNDS):
            self.changed = False
            for number, route in enumerate(self.graph.routes):
                pause()
                shape = self.leaving(route)
                if shape is not None and self.followed.get(number) is not shape:
                    self.followed[number] = shape
                    self.follow(route, shape)
            if not self.changed:
                return self.arriving
        return dict.fromkeys(self.arriving, UNKNOWN)

    def follow(self, route: Route, shape: Shape) -> None:
        """Takes records of a shape along a route."""
        for index, certain in route.filters:
            stage = self.graph.stages[index]
            self.arrive(index, shape)
            passed = self.passed(stage, shape)
            shape = passed if certain else join(shape, passed)
        if route.target is not None:
            self.deliver(self.graph.stages[route.target], shape)

    def passed(self, stage: Stage, shape: Shape) -> Shape:
        """The keys of the records after a filter."""
        before, passed = self.last.get(stage.index, (None, UNKNOWN))
        if before is not shape and before != shape:
            parse = self.graph.part(stage, Kind.PARSE)
            passed = passed_shape(stage, parse, shape)
            self.last[stage.index] = (shape, passed)
        return passed

    def leaving(self, route: Route) -> Shape | None:
        """The keys of the records that a route begins with; None where none came to its origin yet."""
        origin = self.graph.stages[route.origin]
        if route.label in self.open_labels:
            return UNKNOWN
        if origin.kind is Kind.SOURCE:
            return self.emitted(origin) if self.source in (None, origin.index) else None
        if route.flow is Flow.RETRY:
            # The output may have changed them before it failed.
            return UNKNOWN
        if origin.kind is Kind.FILTER:
            # What failed or timed out in a filter goes on as it came there.
            return self.arriving.get(origin.index)
        return self.arriving.get(origin.index) if known(origin).records.same_keys else UNKNOWN

    def emitted(self, source: Stage) -> Shape:
        """The keys of the records that a source emits, found once."""
        found = self.sources.get(source.index)
        if found is None:
            found = self.sources[source.index] = self.made(source)
        return found

    def made(self, source: Stage) -> Shape:
        """``emitted``. The plugin ``sample`` emits the same records for ever, also after they were changed."""
        repeats = known(source).name == "sample" and "auto_increment_key" not in source.block.params
        if repeats and any(map(_may_change, self.graph.after(source))):
            return UNKNOWN
        return source_shape(source, self.graph.part(source, Kind.PARSE))

    def deliver(self, output: Stage, shape: Shape) -> None:
        """Records at an output, and at the stores inside it."""
        self.arrive(output.index, shape)
        stores = [part for part in self.graph.parts(output) if part.kind is Kind.OUTPUT]
        if known(output).events.sends is Sends.EACH_STORE and self.shared(output, stores):
            shape = UNKNOWN
        for store in stores:
            self.deliver(store, shape)

    def shared(self, output: Stage, stores: list[Stage]) -> bool:
        """Whether a store may see what another one did to the records: they are not copied, and one may change them."""
        copied = output.value("copy_mode") in ("deep", "marshal", "shallow") or output.value("deep_copy") in ("true", "yes")
        return not copied and any(map(_may_change, self.downstream(stores)))

    def downstream(self, stores: Iterable[Stage]) -> list[Stage]:
        return [stage for store in stores for stage in (store, *self.graph.after(store))]

    def arrive(self, index: int, shape: Shape) -> None:
        old = self.arriving.get(index)
        if old is None:
            new = shape
        elif old is shape or old == shape or (new := join(old, shape)) == old:
            return
        self.arriving[index] = new
        self.changed = True


def _sent_to(graph: StageGraph) -> frozenset[str]:
    """The labels that plugins name of which it is not known what they send there."""
    found: set[str] = set()
    seen: set[int | None] = set()
    for stage in graph.stages:
        if stage.kind is not Kind.SOURCE and not _is_followed(stage):
            # What stands in the section of another stage is looked at with that one.
            if stage.parent not in seen:
                found |= stage.block.noted(_labels_in)
            seen.add(stage.index)
    return frozenset(found)


def _labels_in(block: Block) -> frozenset[str]:
    """The values in a section that may be labels."""
    params = (param for inner in block.walk() for param in inner.params.values())
    return frozenset(param.value for param in params if param.value.startswith("@"))


def _is_followed(stage: Stage) -> bool:
    """Whether the routes follow the labels that a plugin names; what any other sends to a label may be anything."""
    events = known(stage).events
    return bool(events.timeout_label) or events.sends not in (Sends.AWAY, Sends.UNKNOWN)


def _may_change(stage: Stage) -> bool:
    """Whether a stage may change the records that it gets, and not copies of them."""
    if stage.kind in (Kind.FILTER, Kind.OUTPUT) and known(stage).records.in_place:
        return True
    texts = [param.value for record in rules(stage.block, "record") for param in record.params.values()]
    return any(may_change_record(code) for text in texts for code in read_holes(text).inside)
