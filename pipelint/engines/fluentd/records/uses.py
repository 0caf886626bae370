"""RecordFlow: what is known of the records at each stage, and the keys that it reads of them."""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.lean.once import cached_property
from pipelint.engines.fluentd.plugins.known import known
from pipelint.engines.fluentd.records.facts import KeyRemoval, KeyUse, RecordFact, Role
from pipelint.engines.fluentd.records.reads import Read, reads_keys, stage_reads
from pipelint.engines.fluentd.records.settings import is_copy
from pipelint.engines.fluentd.records.shape import ABSENT, PRESENT, KeyStatus, Removal, Shape
from pipelint.graph.stage import Kind, Stage, StageGraph
from pipelint.plugins.behaviour import Sends

MAX_APART = 50
"""Sources whose records are followed apart from those of others."""


class RecordFlow:
    """What is known of records at each stage of a Fluentd config. They are followed when a stage first asks for them."""

    def __init__(self, graph: StageGraph) -> None:
        self.graph = graph

    @cached_property
    def arriving(self) -> dict[int, Shape]:
        """By index the keys of the records that reach each stage."""
        # Imported here: where nothing reads a key, nothing need be known of what parsers and filters make.
        from pipelint.engines.fluentd.records.flow import arriving_shapes

        return arriving_shapes(self.graph)

    @cached_property
    def _apart(self) -> dict[int, dict[int, Shape]]:
        """By the index of a source the same of its records alone; nothing where there are too many sources."""
        from pipelint.engines.fluentd.records.flow import arriving_shapes

        sources = [stage.index for stage in self.graph.stages if stage.kind is Kind.SOURCE]
        return {source: arriving_shapes(self.graph, source) for source in sources if len(sources) <= MAX_APART}

    def overwritten(self, stage: Stage) -> Iterator[tuple[Read, str, int]]:
        """The fields of a filter that get the value of a key (what reads it, the field, a source by its index): records of that
        source have the field and not the key, others have the key.
        """
        for read in stage_reads(stage):
            if read.role is not Role.VALUE or read.param is None or not is_copy(read.param.value):
                continue
            key, field, shape = read.path[0], read.param.name, self.arriving.get(stage.index)
            if key == field or shape is None or shape.get(key).status is not KeyStatus.MAYBE:
                continue
            there = (
                (source, shapes[stage.index])
                for source, shapes in self._apart.items()
                if stage.index in shapes and stage.index in self._sure(source)
            )
            lost = [source for source, apart in there if apart.get(key) == ABSENT and apart.get(field) == PRESENT]
            yield from ((read, field, source) for source in lost[:1])

    def _sure(self, source: int) -> set[int]:
        """The filters that all events of a source pass, with those after the outputs that send all of them on."""
        found: set[int] = set()
        origin: int | None = source
        seen: set[int] = set()
        while origin is not None and origin not in seen:
            seen.add(origin)
            # What comes back to the output goes on from it the next time.
            routes = [route for route in self.graph.routes if route.origin == origin != route.target]
            passed = [{index for index, certain in route.filters if certain} for route in routes]
            found |= set.intersection(*passed) if passed else set()
            ends = {route.target if route.whole else None for route in routes}
            target = ends.pop() if len(ends) == 1 else None
            sends = None if target is None else known(self.graph.stages[target]).events.sends
            origin = target if sends in (Sends.RELABELLED, Sends.PREFIXED) else None
        return found

    def uses(self, stage: Stage) -> list[KeyUse]:
        """The keys that a stage reads, where something is known of the records that reach it."""
        reads, shape = self._reads(stage)
        return [] if shape is None else [_use(read, shape) for read in reads]

    def telling(self) -> list[tuple[int, KeyUse]]:
        """Of the keys that all stages read those that no record has, and those of whose value a part is read.

        They come stage by stage, each with the stage's index.
        """
        found: list[tuple[int, KeyUse]] = []
        for stage in self.graph.stages:
            reads, shape = self._reads(stage) if reads_keys(stage) else ([], None)
            if shape is None:
                continue
            for read in reads:
                if len(read.path) > 1 or shape.get(read.path[0]).status is KeyStatus.ABSENT:
                    found.append((stage.index, _use(read, shape)))
        return found

    def record(self, stage: Stage) -> RecordFact | None:
        """The records that reach a stage, None where none are known to."""
        shape = self._shape(stage)
        return None if shape is None else _record(shape)

    def by_source(self, stage: Stage) -> Iterator[tuple[int, RecordFact]]:
        """The records that reach a filter or output, those of each source (its index) apart."""
        for source, shapes in self._apart.items():
            if stage.index in shapes:
                yield source, _record(shapes[stage.index])

    def _reads(self, stage: Stage) -> tuple[list[Read], Shape | None]:
        """What a stage reads, and of which records; None where nothing is known of them."""
        # Most stages read no key, and of many configs none does: then the records need not be followed.
        reads = stage_reads(stage)
        return reads, self._shape(stage) if reads else None

    def _shape(self, stage: Stage) -> Shape | None:
        """Of a part the shape at the plugin around it, to which ``<inject>`` may add for what formats records."""
        if stage.kind in (Kind.FILTER, Kind.OUTPUT) or stage.parent is None:
            return self.arriving.get(stage.index)
        whole = self.graph.stages[stage.parent]
        shape = self.arriving.get(whole.index)
        inject = self.graph.part(whole, Kind.INJECT)
        if shape is not None and stage.kind is Kind.FORMAT and inject is not None:
            return shape.perhaps_adding(inject.value(name) for name in ("hostname_key", "tag_key", "time_key", "worker_id_key"))
        return shape


def _record(shape: Shape) -> RecordFact:
    sure = [name for name, key in shape.keys.items() if key.status is KeyStatus.PRESENT]
    return RecordFact(not shape.is_open, shape.possible, sure)


def _use(read: Read, shape: Shape) -> KeyUse:
    key = shape.get(read.path[0])
    removed = None
    if key.status is KeyStatus.ABSENT and key.place is not None and key.removal is not Removal.NONE:
        removed = KeyRemoval(key.removal, key.place)
    return KeyUse(
        read.path[0],
        ".".join(read.path[1:]),
        read.role,
        key.status,
        "" if read.param is None else read.param.name,
        removed,
        read.place,
        read.block,
        shape,
        read.pattern,
    )
