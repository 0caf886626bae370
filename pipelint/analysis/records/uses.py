"""RecordFlow: what is known of the records at each stage, and the keys that it reads of them."""

from __future__ import annotations

from pipelint.analysis.records.facts import KeyRemoval, KeyUse, RecordFact
from pipelint.analysis.records.flow import arriving_shapes
from pipelint.analysis.records.reads import Read, stage_reads
from pipelint.analysis.records.shape import KeyStatus, Removal, Shape
from pipelint.base.record import dataclass, field
from pipelint.graph.stage import Kind, Stage, StageGraph

# The keys that hold the text of a log line.
_TEXTS = ("message", "log", "MESSAGE", "msg")


@dataclass(frozen=True, slots=True)
class RecordFlow:
    """What is known of records at each stage of a Fluentd config."""

    graph: StageGraph
    arriving: dict[int, Shape] = field(repr=False)

    @classmethod
    def of(cls, graph: StageGraph) -> RecordFlow:
        """Follows the records of a config along its routes."""
        return cls(graph, arriving_shapes(graph))

    def uses(self, stage: Stage) -> list[KeyUse]:
        """The keys that a stage reads, where something is known of the records that reach it."""
        shape = self._shape(stage)
        return [] if shape is None else [_use(read, shape) for read in stage_reads(stage)]

    def record(self, stage: Stage) -> RecordFact | None:
        """The records that reach a stage, None where none are known to."""
        shape = self._shape(stage)
        if shape is None:
            return None
        sure = [name for name, key in shape.keys.items() if key.status is KeyStatus.PRESENT]
        return RecordFact(not shape.is_open, shape.possible, sure)

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


def _use(read: Read, shape: Shape) -> KeyUse:
    key = shape.get(read.path[0])
    removed = None if key.place is None or key.removal is Removal.NONE else KeyRemoval(key.removal, key.place)
    texts = [name for name in _TEXTS if name in shape.possible]
    return KeyUse(
        read.path[0],
        ".".join(read.path[1:]),
        read.role,
        key.status,
        "" if read.param is None else read.param.name,
        sorted(shape.possible),
        texts[0] if len(texts) == 1 else "",
        None if read.pattern is None else _takes_empty(read.pattern),
        removed if key.status is KeyStatus.ABSENT else None,
        read.place,
        read.block,
    )


def _takes_empty(pattern: str) -> bool | None:
    """Whether a pattern matches an empty text, None for one that is not in the common part of Ruby's syntax and Rust's."""
    from pipelint import _native

    if "\\h" in pattern or "\\Z" in pattern or "\\G" in pattern or _native.regex_check(pattern) is not None:
        return None
    return _native.regex_is_match(pattern, "")
