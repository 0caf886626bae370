"""What is known of a stage of Fluentd beyond what every engine's stages have. Field names are the language of rule pages."""

from __future__ import annotations

from pipelint.base.block import Block
from pipelint.base.lean.once import cached_property
from pipelint.base.lean.record import dataclass, field
from pipelint.base.text.document import Place
from pipelint.engines.fluentd.facts.checks.composed import left_in_container
from pipelint.engines.fluentd.facts.checks.fields import spoilt_fields
from pipelint.engines.fluentd.facts.checks.files import ReadBackFact, TailedTwiceFact, idle_excludes, read_back, tailed_twice
from pipelint.engines.fluentd.facts.checks.tags import TagPartFact, filtered_in_vain, missing_tag_parts, takes_own_log
from pipelint.engines.fluentd.facts.checks.unrun import unrun_code
from pipelint.engines.fluentd.facts.container_logs import reads_container_logs
from pipelint.engines.fluentd.facts.flat.facts import BesideFact, FlatFact, beside_section, flat_facts, hash_names, not_passed_on
from pipelint.engines.fluentd.facts.flat.numbered import numbered_facts
from pipelint.engines.fluentd.facts.flow import ArrivingFact, OverwrittenFact
from pipelint.engines.fluentd.facts.rewrites import RewriteFact, rewrite_facts
from pipelint.engines.fluentd.facts.routing import UnreachedFact, unreached_fact
from pipelint.engines.fluentd.facts.time.event import DockerTime, docker_time
from pipelint.engines.fluentd.facts.values import FluentdSectionFact, TimeFact
from pipelint.engines.fluentd.records.facts import KeyUse, RecordFact
from pipelint.engines.fluentd.records.uses import RecordFlow
from pipelint.engines.fluentd.values import FluentdValues
from pipelint.facts.grok.trouble import GrokTroubleFact
from pipelint.facts.stage import FactGraph, StageFact
from pipelint.facts.values import ParamFact
from pipelint.graph.stage import Kind
from pipelint.plugins import plugin_of
from pipelint.sources.compose.facts import ServerFact


@dataclass(frozen=True, eq=False)
class PairSecretFact:
    """A parameter `name` whose value has parts with names, of which `key` is a secret in plain text."""

    name: str
    key: str
    place: Place
    block: Block


@dataclass(frozen=True, eq=False)
class SpoiltFieldFact:
    """A ``key`` that a filter sets and removes again, as ``by`` says, or that ``field`` copies after ``before`` has set it.

    ``by`` is "" for the latter, ``field`` for the former.
    """

    key: str
    by: str
    field: str
    before: ParamFact
    place: Place
    block: Block


@dataclass(frozen=True, eq=False)
class FluentdStageFact(StageFact):
    """A plugin instance: ``plugin`` is its type, ``pattern`` the tag pattern, ``label`` where it stands ("" at the top).

    ``upstream`` and ``downstream`` hold the stages that events may pass before and after it, nearest first. ``shadowed_by``
    is the output that takes its events first.
    """

    section: FluentdSectionFact
    _links: FluentdFactGraph = field(repr=False)

    @cached_property
    def upstream(self) -> list[StageFact]:
        """Stages that events may have passed before it, nearest first."""
        return self._passed(super().upstream, self)

    @cached_property
    def sources(self) -> list[StageFact]:
        """The sources whose events may reach it; for the parts of a source, that source."""
        whole = self.parent or self
        return super().sources if whole.kind is Kind.SOURCE else self._passed(super().sources, whole)

    def _passed(self, before: list[StageFact], stage: StageFact) -> list[StageFact]:
        """Of stages before a stage those whose events get there: a filter that takes all leads from each to each."""
        if not before:
            return before
        passed = self._links.passed_before(stage)
        return [each for each in before if passed[self._links.stage(each).index]]

    @cached_property
    def unreached(self) -> UnreachedFact | None:
        """Why no event reaches it."""
        return unreached_fact(self._links.graph, self._stage)

    @cached_property
    def rewrites(self) -> list[RewriteFact]:
        """The rules of a rewrite_tag_filter."""
        return rewrite_facts(self._links.graph, self._stage)

    @cached_property
    def reads(self) -> list[KeyUse]:
        """The record keys that it reads, and what is known about them."""
        return self._links.records.uses(self._stage)

    @cached_property
    def record(self) -> RecordFact | None:
        """The keys of the records that reach it, null if unknown."""
        return self._links.records.record(self._stage)

    @cached_property
    def arriving(self) -> list[ArrivingFact]:
        """The records that reach it, those of each source apart."""
        facts = self._links.facts
        return [ArrivingFact(facts[index], record) for index, record in self._links.records.by_source(self._stage)]

    @cached_property
    def overwritten(self) -> list[OverwrittenFact]:
        """Its fields that records of some source lose, since they lack the key whose value the field gets."""
        facts = self._links.facts
        return [
            OverwrittenFact(field, read.path[0], facts[index], read.place, read.block)
            for read, field, index in self._links.records.overwritten(self._stage)
        ]

    @cached_property
    def flat(self) -> list[FlatFact]:
        """Its flat parameters that belong in sections since Fluentd 0.14."""
        return flat_facts(self.kind, self.plugin, self.block)

    @cached_property
    def not_passed_on(self) -> list[ParamFact]:
        """Its flat parameters that are those of its parser, which gets them in a section `<parse>` alone."""
        return [self.section.fact(param) for param in not_passed_on(self._stage.kind, self.plugin, self.block)]

    @cached_property
    def beside_section(self) -> list[BesideFact]:
        """Its flat parameters that nothing reads, since the section is there that they belong into."""
        return beside_section(self._stage.kind, self.plugin, self.block)

    @cached_property
    def numbered(self) -> list[FlatFact]:
        """Its numbered parameters (``rewriterule1``), each of which is a section today, in the order of their numbers."""
        return numbered_facts(self.plugin, self.block)

    @cached_property
    def hash_names(self) -> list[str]:
        """The names of its plugin's parameters whose value is a hash, such as ``headers``, and of which there is no section."""
        return hash_names(self.kind, self.plugin)

    @cached_property
    def unrun(self) -> list[ParamFact]:
        """Its parameters, also those of its sections, with ``#{...}`` for the process's environment that Fluentd does not run."""
        return [self.section.fact(param) for param in unrun_code(self.plugin, self.block)]

    @cached_property
    def spoilt_fields(self) -> list[SpoiltFieldFact]:
        """The fields of a record filter that it removes again, or copies after it has set them to a text."""
        found = spoilt_fields(self._stage)
        fact = self.section.fact
        return [SpoiltFieldFact(key, by, to, fact(before), place, block) for key, by, to, before, place, block in found]

    @cached_property
    def missing_tag_parts(self) -> list[TagPartFact]:
        """The parts of tags that it asks for and that no tag of its events has, where all their tags are known."""
        return list(missing_tag_parts(self._links.graph, self._stage))

    @cached_property
    def reads_back(self) -> list[ReadBackFact]:
        """The files that this config writes and a tail source reads."""
        graph = self._links.graph
        found = self._links.config.noted(read_back).get(self._stage.index, ())
        return [ReadBackFact.of(graph.stages[index], *how) for index, *how in found]  # type: ignore[arg-type]

    @cached_property
    def tailed_twice(self) -> list[TailedTwiceFact]:
        """The earlier sources of a tail source's files, the first ten of them: both read them."""
        earlier = self._links.config.noted(tailed_twice).get(self._stage.index, ())
        return [TailedTwiceFact.of(self._links.graph.stages[index]) for index in earlier]

    @cached_property
    def idle_excludes(self) -> list[str]:
        """What a tail source excludes that none of its paths can take."""
        return idle_excludes(self._stage)

    @cached_property
    def in_memory(self) -> bool:
        """Whether it is an output that has a buffer in memory, since nothing says otherwise."""
        known = self._stage.kind is Kind.OUTPUT and plugin_of("fluentd", "output", self._stage.plugin).in_memory
        said = known and self._links.graph.part(self._stage, Kind.BUFFER) is not None
        return known and not said and self._stage.block.param("buffer_path") is None

    @cached_property
    def left_in(self) -> str:
        """The service of a compose file in whose container alone its positions, or the files of a buffer, lie; "" else."""
        return self._links.config.noted(left_in_container).get(self._stage.index, "")

    @cached_property
    def in_vain(self) -> bool:
        """Whether it is a filter whose pattern meets those of no match of its label."""
        return self._stage.index in self._links.config.noted(filtered_in_vain)

    @cached_property
    def takes_own_log(self) -> bool:
        """Whether its pattern takes the tags of all that Fluentd logs about itself, as `**` and `*.*` do."""
        return takes_own_log(self._stage)

    @cached_property
    def asks_for_login(self) -> ServerFact | None:
        """The server around the config that an output sends to without the login for which it asks."""
        # Imported here, as below: a config without Ruby and hashes should not wait for what reads them.
        from pipelint.engines.fluentd.facts.checks.servers import asks_for_login

        return asks_for_login(self._links.config, self._stage)

    @cached_property
    def composed(self) -> bool:
        """Whether the servers that an output sends to are services of the compose files around the config."""
        from pipelint.engines.fluentd.facts.checks.servers import is_composed

        return is_composed(self._links.config, self._stage)

    @cached_property
    def code_secrets(self) -> list[ParamFact]:
        """Its parameters that hold a secret, in which Ruby has a text in place of it: `#{ENV['X'] || 'secret'}`."""
        from pipelint.engines.fluentd.facts.checks.secrets import secrets_in_code

        return [self.section.fact(param) for param in secrets_in_code(self._links.engine, self.block)]

    @cached_property
    def pair_secrets(self) -> list[PairSecretFact]:
        """Its parameters with a secret in a hash, or in a connection string."""
        from pipelint.engines.fluentd.facts.checks.secrets import secrets_in_pairs

        return [PairSecretFact(param.name, key, param.place, self.block) for param, key in secrets_in_pairs(self.block)]

    @cached_property
    def grok_troubles(self) -> list[GrokTroubleFact]:
        """Problems in its grok patterns: those of a grok or multiline_grok parser."""
        if self.plugin not in ("grok", "multiline_grok"):
            return []
        # Imported here: a config without grok should not wait for what reads it.
        from pipelint.engines.fluentd.facts.grok import misread_references, parser_groks
        from pipelint.facts.grok.troubles import grok_troubles

        return grok_troubles(parser_groks(self.plugin, self.block), misread_references)

    @cached_property
    def time(self) -> TimeFact | None:
        """How it parses times, if it has a ``time_format`` that is used."""
        return self.section.time

    @cached_property
    def docker_time(self) -> DockerTime:
        """What a JSON parser of container logs does with their ``time``: format, text, number, left; else no."""
        whole = self.parent
        if self.kind is not Kind.PARSE or self.plugin != "json" or whole is None or not self.container_logs:
            return DockerTime.NO
        raw = whole.kind is not Kind.FILTER or _parses_raw_lines(whole)
        return docker_time(self.block) if raw else DockerTime.NO

    @cached_property
    def container_logs(self) -> bool:
        """Whether its events are the log files of containers, as Kubernetes and Docker write them."""
        return any(reads_container_logs(source.plugin, source.block) for source in self.sources)


class FluentdFactGraph(FactGraph):
    """The facts of a Fluentd config's stages, and what is known of the records that pass them."""

    stage_class = FluentdStageFact
    section_class = FluentdSectionFact
    values_class = FluentdValues

    @cached_property
    def records(self) -> RecordFlow:
        """The keys of records at each stage."""
        return RecordFlow(self.graph)


def _parses_raw_lines(stage: StageFact) -> bool:
    """Whether a parser filter reads the lines that its sources left as they are, and takes the event's time from them."""
    keep_time = stage.params.get("reserve_time")
    if stage.plugin != "parser" or (keep_time is not None and not keep_time.is_false):
        return False
    key = stage.block.value("key_name")
    return all(
        source.parse is not None and source.parse.plugin == "none" and source.parse.block.value("message_key", "message") == key
        for source in stage.sources
    )
