"""What is known of a stage of Logstash beyond what every engine's stages have. Field names are the language of rule pages."""

from __future__ import annotations

from collections.abc import Mapping

from pipelint.base.block import Block
from pipelint.base.lean.once import cached_property
from pipelint.base.lean.record import dataclass, field
from pipelint.engines.logstash.facts.dataflow import facts as flow
from pipelint.engines.logstash.facts.dataflow.gone import gone_reads
from pipelint.engines.logstash.facts.dataflow.inputs import asked_sources, may_set_time, text_as_read
from pipelint.engines.logstash.facts.dataflow.words import words_of
from pipelint.engines.logstash.facts.guards import GuardFact, avoidable, guard_facts
from pipelint.engines.logstash.facts.items import EntryFact
from pipelint.engines.logstash.facts.lines.facts import MissedLinesFact
from pipelint.engines.logstash.facts.pipeline import PipelineFact, ecs_default
from pipelint.engines.logstash.facts.values import LogstashParamFact, LogstashSectionFact
from pipelint.engines.logstash.values import LogstashValues
from pipelint.facts.grok.trouble import GrokTroubleFact
from pipelint.facts.stage import FactGraph, StageFact
from pipelint.graph.stage import Kind
from pipelint.language.config import Config
from pipelint.plugins.declarations import Declarations

# The modes of the Elastic Common Schema in which fields have its names, as they have where nothing says one.
_ECS = ("v1", "v8", "")


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

    @property
    def switched(self) -> bool:
        """Whether a condition of the template that it stands in decides whether it is there."""
        at = self.place.file_span.start
        return not all(any(one.map.holds(at) for one in each.documents) for each in self._links.config.entry.readings)

    @cached_property
    def avoidable(self) -> list[StageFact]:
        """The filters before it that it could precede, nearest first: all its events have met their conditions, and they change
        no field that its own conditions ask for."""
        return [self._links.facts[index] for index in self._links.config.noted(avoidable, self._stage.index)]

    @cached_property
    def alike_before(self) -> list[StageFact]:
        """The stages of its plugin before it in its pipeline all of whose events have met its conditions, too, nearest first."""
        met = {(guard.text, guard.holds) for guard in self._stage.guards}
        key = self.label, self.plugin, *sorted(met)[:1]
        alike = self._links.guarded[key]
        if len(alike) < 2:
            return []
        before = [stage for stage in self._links.graph.before(self._stage) if stage.index in alike]
        return self._links.facts_of([one for one in before if met <= {(guard.text, guard.holds) for guard in one.guards}])

    @cached_property
    def ecs(self) -> str:
        """Its mode of the Elastic Common Schema (disabled, v1, v8), as it or its pipeline says it, else the version's default.

        ``""`` where nothing names a version (newer ones have v8), and ``unknown`` where the environment decides.
        """
        said = self.ecs_said or self._links.ecs_default
        return "unknown" if "$" in said else said

    @cached_property
    def ecs_said(self) -> str:
        """The mode of the Elastic Common Schema that it or its pipeline says, ``""`` where neither does."""
        said = self.settings.get("pipeline.ecs_compatibility")
        return self.block.value("ecs_compatibility", "" if said is None else said.value)

    @cached_property
    def moved(self) -> list[flow.MovedFact]:
        """The fields of events that it names otherwise because ECS compatibility is the version's default.

        None where something says the mode, no version is known, or the pipeline names one of the new fields.
        """
        if self.ecs_said or self.ecs != "v8":
            return []
        from pipelint.engines.logstash.facts.dataflow.moved import elsewhere, moved_fields, named

        # What @metadata holds leaves Logstash with no event.
        found = [move for move in moved_fields(self._stage) if not move.name.startswith("[@metadata]")]
        text = elsewhere(self._links.graph, self._stage) if found else ""
        return [] if any(named(move, text) for move in found) else found

    @cached_property
    def moved_alike(self) -> list[LogstashStageFact]:
        """The plugins of its kind and name in its pipeline, itself among them, that name fields otherwise, too: see ``moved``."""
        own = (self.label, self.kind, self.plugin)
        alike = (fact for fact in self._links.facts if isinstance(fact, LogstashStageFact))
        return [fact for fact in alike if (fact.label, fact.kind, fact.plugin) == own and fact.moved]

    @cached_property
    def moved_reads(self) -> list[flow.MovedReadFact]:
        """The fields that it sets without ECS compatibility only and something after it reads, although it has it: each once.

        Where no version is known and nothing says the mode, although it may have it. None where the pipeline names the new field.
        """
        return self._links.moved_reads.get(self._stage.index, [])

    @cached_property
    def asked_sources(self) -> list[StageFact]:
        """The inputs that set the tag, type or field that its conditions ask for, all of its sources where none sets one."""
        return self._links.facts_of(asked_sources(self._links.graph, self._stage))

    @cached_property
    def asks_unsent_type(self) -> bool:
        """Whether events get to it by a type alone that no input, filter before it or Filebeat beside the config sets."""
        from pipelint.engines.logstash.facts.beside.senders import asks_unsent_type

        return asks_unsent_type(self._links.config, self._stage)

    @cached_property
    def text_as_read(self) -> bool:
        """Whether no filter before it may have changed ``message``."""
        return text_as_read(self._links.graph, self._stage)

    @cached_property
    def secret_headers(self) -> list[EntryFact]:
        """The headers of its requests that hold a password, key or token as plain text."""
        if "headers" not in self.section.text:
            return []
        from pipelint.engines.logstash.facts.headers import secret_headers

        return secret_headers(self.block)

    @cached_property
    def gone_reads(self) -> list[flow.GoneReadFact]:
        """The fields that it reads although they were removed before."""
        return self._links.config.noted(gone_reads).get(self._stage.index, [])

    @cached_property
    def listed(self) -> list[flow.ListedFact]:
        """The fields that it makes a list of: it adds a text to one that is there for certain."""
        if self.plugin != "grok" and "add_field" not in self.block.params:
            return []
        from pipelint.engines.logstash.facts.dataflow.lists import listed

        return listed(self._links.config, self._stage)

    @cached_property
    def unfit_dates(self) -> list[flow.UnfitDateFact]:
        """Of a date filter whose patterns do not fit what grok captured in its field: its field, once."""
        if self.plugin != "date":
            return []
        # Imported here: a config without dates should not wait for what compares them.
        from pipelint.engines.logstash.facts.dataflow.parsed.times import unfit_dates

        return unfit_dates(self._links.graph, self._stage)

    @cached_property
    def timed_elsewhere(self) -> bool:
        """Whether another filter that its events may meet, or their input, may have set ``@timestamp`` by the line's own time."""
        if any(source.plugin in ("syslog", "pipeline") for source in asked_sources(self._links.graph, self._stage)):
            return True
        times = self._links.timers.get(self.label)
        if not times:
            return False
        from pipelint.engines.logstash.facts.dataflow.parsed.times import timed_for

        return timed_for(self._links.graph, self._stage, times)

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
    def refused_since(self) -> Mapping[str, str]:
        """By parameter the first release that refuses it (``Logstash 9.0.0``), of those that earlier known releases take."""
        # Imported here: most configs set nothing that a release refuses.
        from pipelint.plugins import stage_kinds
        from pipelint.plugins.history import refused_since

        kind = stage_kinds("logstash").get(self._stage.kind.value, "")
        since = {name: refused_since("logstash", kind, self.plugin, name) for name in self.block.params}
        return {name: said for name, said in since.items() if said}

    @cached_property
    def legacy_fields(self) -> list[str]:
        """The fields that the patterns of a grok filter set without ECS and not with it."""
        if self.plugin != "grok":
            return []
        from pipelint.engines.logstash.facts.grok import legacy_fields

        return legacy_fields(self.plugin, self.block)

    @cached_property
    def common_fields(self) -> list[str]:
        """The fields that the patterns of a grok filter set with ECS and without it, inside of library patterns too."""
        if self.plugin != "grok":
            return []
        from pipelint.engines.logstash.facts.grok import common_fields

        return common_fields(self.block)

    @property
    def captures_time(self) -> bool:
        """Whether it is a grok or csv filter that reads a date with a time."""
        if self.plugin not in ("grok", "csv"):
            return False
        from pipelint.engines.logstash.facts.grok import captures_time

        return self.block.noted(captures_time)

    @cached_property
    def missed_lines(self) -> list[MissedLinesFact]:
        """Of a grok filter the lines that the logs which it is for have now and then, and that it does not read."""
        if self.plugin != "grok":
            return []
        # Imported here: a config without grok should not wait for what runs it.
        from pipelint.engines.logstash.facts.lines.missed import missed_lines

        return missed_lines(self._links.graph, self._stage)

    @cached_property
    def grok_troubles(self) -> list[GrokTroubleFact]:
        """Problems in its grok patterns: those of a grok filter."""
        if self.plugin != "grok":
            return []
        # Imported here: a config without grok should not wait for what reads it.
        from pipelint.engines.logstash.facts.grok import defined_groks, filter_groks
        from pipelint.facts.grok.troubles import grok_troubles

        found = grok_troubles(filter_groks(self.plugin, self.block, self.settings))
        # Whatever else is wrong in a definition is said of the patterns that need it.
        return found + [each for each in grok_troubles(defined_groks(self.block, self.settings)) if each.kind == "ignored"]


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
        self.ecs_default = ecs_default(self.declarations)
        self.pipelines = [PipelineFact(name, block, types, tuple(filters[name])) for name, block in self.graph.pipelines.items()]

    @cached_property
    def guarded(self) -> dict[tuple[object, ...], set[int]]:
        """By pipeline and plugin the stages, and by each condition on their way too those that it guards."""
        found: dict[tuple[object, ...], set[int]] = {}
        for stage in self.graph.stages:
            own = stage.label, stage.plugin
            for key in (own, *((*own, (guard.text, guard.holds)) for guard in stage.guards)):
                found.setdefault(key, set()).add(stage.index)
        return found

    @cached_property
    def timers(self) -> dict[str, list[int]]:
        """By pipeline the indexes of filters that may set ``@timestamp``."""
        found: dict[str, list[int]] = {}
        for stage, fact in zip(self.graph.stages, self.facts, strict=True):
            if stage.kind is Kind.FILTER and (not fact.known or stage.block.noted(may_set_time)):
                found.setdefault(stage.label, []).append(stage.index)
        return found

    @cached_property
    def moved_reads(self) -> dict[int, list[flow.MovedReadFact]]:
        """By the index of a stage what its ``moved_reads`` are."""
        stages = zip(self.graph.stages, self.facts, strict=True)
        named = {stage.index for stage, fact in stages if isinstance(fact, LogstashStageFact) and fact.ecs in _ECS}
        if not named:
            return {}
        # Imported here: most configs have no plugin whose fields ECS renames.
        from pipelint.engines.logstash.facts.dataflow.moved import moved_read_facts

        return self.config.noted(moved_read_facts, frozenset(named))
