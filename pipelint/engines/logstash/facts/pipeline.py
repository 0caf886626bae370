"""PipelineFact: one Logstash pipeline, its settings and where it stands."""

from __future__ import annotations

from collections.abc import Mapping

from pipelint.base.block import Block
from pipelint.base.lean.once import cached_property
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Place
from pipelint.engines.logstash.facts.guards import RepeatFact, all_repeats
from pipelint.engines.logstash.facts.values import LogstashParamFact, LogstashSectionFact
from pipelint.language.config import Types


@dataclass(frozen=True, eq=False)
class PipelineFact:
    """A pipeline: its ``id`` (``main`` where plain files are all there is) and what its sections ask of events."""

    id: str
    block: Block
    types: Types
    _filters: tuple[Block, ...] = ()

    @property
    def place(self) -> Place:
        """Its first section."""
        return self.block.blocks[0].head_place if self.block.blocks else self.block.head_place

    @cached_property
    def settings(self) -> Mapping[str, LogstashParamFact]:
        """Its settings of pipelines.yml and logstash.yml by their dotted names."""
        return LogstashSectionFact(self.block, self.types).params

    @cached_property
    def filters(self) -> list[LogstashSectionFact]:
        """Its filters."""
        return [LogstashSectionFact(block, self.types) for block in self._filters]

    @cached_property
    def named(self) -> list[LogstashSectionFact]:
        """Those with an id."""
        return [LogstashSectionFact(block, self.types) for block in self._filters if "id" in block.names]

    @cached_property
    def repeats(self) -> list[RepeatFact]:
        """The conditions that ifs beside each other ask again."""
        return all_repeats(self.block)
