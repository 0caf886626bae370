"""What is told of the records that reach a stage, with the stages that it is about."""

from __future__ import annotations

from pipelint.base.block import Block
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Place
from pipelint.engines.fluentd.records.facts import KeyUse, RecordFact
from pipelint.facts.stage import StageFact


@dataclass(frozen=True, eq=False)
class ArrivingFact:
    """The records of one source where they reach a stage."""

    source: StageFact
    record: RecordFact


@dataclass(frozen=True, eq=False)
class OverwrittenFact:
    """A ``field`` that gets the value of ``key``. Records of ``source`` have that field, and not the key."""

    field: str
    key: str
    source: StageFact
    place: Place
    block: Block


@dataclass(frozen=True, eq=False)
class ReadFact:
    """A key that ``stage`` reads of records."""

    stage: StageFact
    use: KeyUse
