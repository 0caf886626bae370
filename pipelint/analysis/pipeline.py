"""PipelineFact: one Logstash pipeline, its settings and where it stands."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from pipelint.analysis.guards import GuardFact, RepeatFact, all_conditions, all_repeats
from pipelint.analysis.values import ParamFact, param_facts
from pipelint.base.block import Block
from pipelint.base.document import Place
from pipelint.base.record import dataclass
from pipelint.engines.config import Types


@dataclass(frozen=True, eq=False)
class PipelineFact:
    """A pipeline: its ``id`` (``main`` where plain files are all there is) and what its sections ask of events."""

    id: str
    block: Block
    types: Types

    @property
    def place(self) -> Place:
        """Its first section."""
        return self.block.blocks[0].head_place if self.block.blocks else self.block.head_place

    @cached_property
    def settings(self) -> Mapping[str, ParamFact]:
        """Its settings of pipelines.yml and logstash.yml by their dotted names."""
        return param_facts(self.block, self.types)

    @cached_property
    def conditions(self) -> list[GuardFact]:
        """Every condition in it."""
        return all_conditions(self.block)

    @cached_property
    def repeats(self) -> list[RepeatFact]:
        """The conditions that ifs beside each other ask again."""
        return all_repeats(self.block)
