"""What is known of a stage of Logstash beyond what every engine's stages have. Field names are the language of rule pages."""

from __future__ import annotations

from collections.abc import Mapping

from pipelint.base.block import Block
from pipelint.base.lean.once import cached_property
from pipelint.base.lean.record import dataclass, field
from pipelint.engines.logstash.facts.dataflow.facts import GoneReadFact, UnfitDateFact
from pipelint.engines.logstash.facts.dataflow.gone import gone_reads, removed_somewhere
from pipelint.engines.logstash.facts.dataflow.words import words_of
from pipelint.engines.logstash.facts.field_writes import Path, effects
from pipelint.engines.logstash.facts.guards import GuardFact, asked_paths, guard_facts, may_change
from pipelint.engines.logstash.facts.pipeline import PipelineFact
from pipelint.engines.logstash.facts.values import LogstashParamFact, LogstashSectionFact
from pipelint.engines.logstash.values import LogstashValues
from pipelint.facts.grok.trouble import GrokTroubleFact
from pipelint.facts.stage import FactGraph, StageFact
from pipelint.graph.stage import Kind
from pipelint.language.config import Config
from pipelint.plugins.declarations import Declarations


@dataclass(frozen=True, eq=False)
class LogstashStageFact(StageFact):
    """A plugin instance: ``plugin`` is its type, ``label`` the id of its pipeline.

    ``upstream`` and ``downstream`` hold the stages that events may pass before and after it, nearest first.
    """

    section: LogstashSectionFact
    _links: LogstashFactGraph = field(repr=False)

    @cached_property
    def guards(self) -> list[GuardFact]:
        """The conditions that an event has to meet to get here, outermost first."""
        return guard_facts(self._stage.guards)

    @cached_property
    def avoidable(self) -> list[StageFact]:
        """The filters before it that it could precede, nearest first: all its events have met their conditions, and they change
        no field that its own conditions ask for."""
        here = self._stage
        asked = asked_paths(here.guards)
        met = {(guard.text, guard.holds) for guard in here.guards}
        found: list[StageFact] = []
        for before in self._links.graph.latest_before(here):
            if before.kind is not Kind.FILTER or before.label != self.label:
                continue
            if not asked or may_change(effects(before.block), asked):
                break
            if all((guard.text, guard.holds) in met for guard in before.guards):
                found.append(self._links.facts[before.index])
        return found

    @cached_property
    def ecs(self) -> str:
        """Its mode of the Elastic Common Schema as it or its pipeline says it (disabled, v1, v8), ``""`` where neither does:
        then it is disabled before Logstash 8 and v8 from there on."""
        said = self.settings.get("pipeline.ecs_compatibility")
        return self.block.value("ecs_compatibility", "" if said is None else said.value)

    @cached_property
    def gone_reads(self) -> list[GoneReadFact]:
        """The fields that it reads although they were removed before."""
        return gone_reads(self._links.graph, self._links.removed, self._stage)

    @cached_property
    def unfit_dates(self) -> list[UnfitDateFact]:
        """Of a date filter whose patterns do not fit what grok captured in its field: its field, once."""
        if self.plugin != "date":
            return []
        # Imported here: a config without dates should not wait for what compares them.
        from pipelint.engines.logstash.facts.dataflow.times import unfit_dates

        return unfit_dates(self._links.graph, self._stage)

    @cached_property
    def words_before(self) -> list[str]:
        """The words in the settings of the stages before it, and in the conditions on the way to them and to it."""
        return words_of(self._links.graph.before(self._stage), self._stage.guards)

    @cached_property
    def words_after(self) -> list[str]:
        """The words in the settings of the stages after it other than ``remove_field``, and in the conditions on the way."""
        return words_of(self._links.graph.after(self._stage))

    @cached_property
    def settings(self) -> Mapping[str, LogstashParamFact]:
        """The settings of its pipeline by their dotted names."""
        return next((p.settings for p in self._links.pipelines if p.id == self.label), {})

    @cached_property
    def legacy_fields(self) -> list[str]:
        """The fields that the patterns of a grok filter set without ECS and not with it."""
        if self.plugin != "grok":
            return []
        from pipelint.engines.logstash.facts.grok import legacy_fields

        return legacy_fields(self.plugin, self.block)

    @cached_property
    def grok_troubles(self) -> list[GrokTroubleFact]:
        """Problems in its grok patterns: those of a grok filter."""
        if self.plugin != "grok":
            return []
        # Imported here: a config without grok should not wait for what reads it.
        from pipelint.engines.logstash.facts.grok import filter_groks
        from pipelint.facts.grok.troubles import grok_troubles

        return grok_troubles(filter_groks(self.plugin, self.block, self.settings))


class LogstashFactGraph(FactGraph):
    """The facts of a Logstash config's stages, and of its pipelines."""

    stage_class = LogstashStageFact
    section_class = LogstashSectionFact
    values_class = LogstashValues

    def __init__(self, config: Config, known: Declarations | None = None) -> None:
        super().__init__(config, known)
        filters: dict[str, list[Block]] = {name: [] for name in self.graph.pipelines}
        for stage in self.graph.stages if filters else ():
            if stage.kind is Kind.FILTER:
                filters[stage.label].append(stage.block)
        types = config.engine.types
        self.pipelines = [PipelineFact(name, block, types, tuple(filters[name])) for name, block in self.graph.pipelines.items()]

    @cached_property
    def removed(self) -> frozenset[Path]:
        """The fields that some filter takes away."""
        return removed_somewhere(self.graph)
