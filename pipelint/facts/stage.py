"""Facts about stages. Field names are the language of rule pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from pipelint.base.block import Block
from pipelint.base.lean.once import cached_property
from pipelint.base.lean.record import dataclass, field
from pipelint.base.text.document import Place
from pipelint.engines.fluentd.facts.container_logs import reads_container_logs
from pipelint.engines.fluentd.facts.event_time import DockerTime, docker_time
from pipelint.engines.fluentd.facts.flat import FlatFact, flat_facts
from pipelint.engines.fluentd.facts.routing import RewriteFact, UnreachedFact
from pipelint.engines.fluentd.facts.unrun import unrun_code
from pipelint.engines.fluentd.records.facts import KeyUse, RecordFact
from pipelint.engines.logstash.facts.guards import GuardFact
from pipelint.engines.logstash.facts.pipeline import PipelineFact
from pipelint.facts.declared import DeclaredFact
from pipelint.facts.grok.shape import GrokTroubleFact
from pipelint.facts.secrets import plain_logins, plain_secrets
from pipelint.facts.values import ParamFact, SectionFact, TimeFact
from pipelint.graph.stage import Kind


@dataclass(frozen=True, eq=False)
class StageFact:
    """A plugin instance: ``plugin`` is its type, ``pattern`` the tag pattern, ``label`` where it stands ("" at the top).

    ``upstream`` and ``downstream`` hold the stages that events may pass before and after it, nearest first. ``shadowed_by``
    is the output that takes its events first.
    """

    kind: Kind
    plugin: str
    pattern: str
    label: str
    worker: str
    reachable: bool
    block: Block
    section: SectionFact
    _links: Links = field(repr=False)

    @property
    def place(self) -> Place:
        """The opening tag of its section."""
        return self.block.head_place

    @property
    def params(self) -> Mapping[str, ParamFact]:
        """Its parameters by name."""
        return self.section.params

    @property
    def sections(self) -> list[SectionFact]:
        """The sections directly inside."""
        return self.section.sections

    @cached_property
    def upstream(self) -> list[StageFact]:
        """Stages that events may have passed before it, nearest first."""
        return self._links.upstream(self)

    @cached_property
    def downstream(self) -> list[StageFact]:
        """Stages that its events may pass later, nearest first."""
        return self._links.downstream(self)

    @cached_property
    def parts(self) -> list[StageFact]:
        """The stages directly inside: parse, buffer, format, inject, stores."""
        return self._links.parts(self)

    @cached_property
    def parent(self) -> StageFact | None:
        """The stage that it is a part of."""
        return self._links.parent(self)

    @cached_property
    def shadowed_by(self) -> StageFact | None:
        """The output that takes its events before it."""
        return self._links.shadowed_by(self)

    @cached_property
    def unreached(self) -> UnreachedFact | None:
        """Why no event reaches it (Fluentd)."""
        return self._links.unreached(self)

    @cached_property
    def rewrites(self) -> list[RewriteFact]:
        """The rules of a rewrite_tag_filter."""
        return self._links.rewrites(self)

    @cached_property
    def guards(self) -> list[GuardFact]:
        """The conditions that an event has to meet to get here, outermost first (Logstash)."""
        return self._links.guards(self)

    @cached_property
    def previous(self) -> StageFact | None:
        """The plugin right before it in the same section or branch (Logstash)."""
        return self._links.previous(self)

    @cached_property
    def avoidable(self) -> list[StageFact]:
        """The filters before it that it could precede, nearest first: all its events have met their conditions, and they change
        no field that its own conditions ask for (Logstash)."""
        return self._links.avoidable(self)

    @cached_property
    def reads(self) -> list[KeyUse]:
        """The keys of records that it reads, and what is known of them there (Fluentd)."""
        return self._links.reads(self)

    @cached_property
    def record(self) -> RecordFact | None:
        """The keys of the records that reach it, null where nothing is known of them (Fluentd)."""
        return self._links.record(self)

    @cached_property
    def settings(self) -> Mapping[str, ParamFact]:
        """The settings of its pipeline by their dotted names (Logstash)."""
        return next((p.settings for p in self._links.pipelines() if p.id == self.label), {})

    @cached_property
    def known(self) -> bool:
        """Whether something is known of its plugin, or nothing needs to be."""
        return self._links.known(self)

    @cached_property
    def declared(self) -> DeclaredFact:
        """Its parameters against what its plugin declares."""
        return self._links.declared(self)

    @cached_property
    def flat(self) -> list[FlatFact]:
        """Its parameters that belong into sections of their own since Fluentd 0.14."""
        return flat_facts(self.kind, self.plugin, self.block)

    @cached_property
    def secrets(self) -> list[ParamFact]:
        """Its parameters, also those of its sections, that hold a password, key or token as plain text."""
        return [self.section.fact(param) for param in plain_secrets(self.block)]

    @cached_property
    def unrun(self) -> list[ParamFact]:
        """Its parameters, also those of its sections, with ``#{...}`` for the process's environment that Fluentd does not run."""
        return [self.section.fact(param) for param in unrun_code(self.plugin, self.block)]

    @cached_property
    def logins(self) -> list[ParamFact]:
        """Its parameters, also those of its sections, that hold a URL with a name and password."""
        return [self.section.fact(param) for param in plain_logins(self.block)]

    @cached_property
    def grok_troubles(self) -> list[GrokTroubleFact]:
        """What is wrong in its grok patterns: of a grok filter (Logstash), of a grok or multiline_grok parser (Fluentd)."""
        if self.plugin not in ("grok", "multiline_grok"):
            return []
        # Imported here: a config without grok should not wait for what reads it.
        from pipelint.facts.grok.troubles import grok_troubles, grok_uses

        return grok_troubles(grok_uses(self.plugin, self.block, self.settings))

    @cached_property
    def parse(self) -> StageFact | None:
        """Its ``<parse>``."""
        return self._part(Kind.PARSE)

    @cached_property
    def buffer(self) -> StageFact | None:
        """Its ``<buffer>``."""
        return self._part(Kind.BUFFER)

    @cached_property
    def format(self) -> StageFact | None:
        """Its ``<format>``."""
        return self._part(Kind.FORMAT)

    @cached_property
    def time(self) -> TimeFact | None:
        """How it reads times, where it has a ``time_format`` that is used."""
        return self.section.time

    @cached_property
    def docker_time(self) -> DockerTime:
        """Of a JSON parser of container logs: what it makes of their ``time``: format, text, number, left; else no."""
        whole = self.parent
        if self.kind is not Kind.PARSE or self.plugin != "json" or whole is None or not self.container_logs:
            return DockerTime.NO
        if whole.kind is Kind.FILTER and not _parses_raw_lines(whole):
            return DockerTime.NO
        return docker_time(self.block)

    @cached_property
    def sources(self) -> list[StageFact]:
        """The sources whose events may reach it; of a source's own parts, that source."""
        whole = self.parent or self
        found = [stage for stage in whole.upstream if stage.kind is Kind.SOURCE]
        return [whole] if whole.kind is Kind.SOURCE else found

    @cached_property
    def container_logs(self) -> bool:
        """Whether its events are the log files of containers, as Kubernetes and Docker write them."""
        return any(reads_container_logs(source.plugin, source.block) for source in self.sources)

    def _part(self, kind: Kind) -> StageFact | None:
        return next((part for part in self.parts if part.kind is kind), None)


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


class Links(Protocol):
    """How a stage's fact finds its neighbours, which are made when they are asked for."""

    def upstream(self, stage: StageFact) -> list[StageFact]:
        """Stages before it."""
        ...

    def downstream(self, stage: StageFact) -> list[StageFact]:
        """Stages after it."""
        ...

    def parts(self, stage: StageFact) -> list[StageFact]:
        """Stages inside it."""
        ...

    def parent(self, stage: StageFact) -> StageFact | None:
        """The stage around it."""
        ...

    def shadowed_by(self, stage: StageFact) -> StageFact | None:
        """The output before it."""
        ...

    def unreached(self, stage: StageFact) -> UnreachedFact | None:
        """Why no event reaches it."""
        ...

    def rewrites(self, stage: StageFact) -> list[RewriteFact]:
        """Its rules that give new tags."""
        ...

    def known(self, stage: StageFact) -> bool:
        """Whether something is known of its plugin."""
        ...

    def declared(self, stage: StageFact) -> DeclaredFact:
        """Its parameters against what its plugin declares."""
        ...

    def guards(self, stage: StageFact) -> list[GuardFact]:
        """Conditions on the way to it."""
        ...

    def previous(self, stage: StageFact) -> StageFact | None:
        """The stage written right before it in the same section or branch."""
        ...

    def avoidable(self, stage: StageFact) -> list[StageFact]:
        """The filters before it that it could stand before."""
        ...

    def pipelines(self) -> list[PipelineFact]:
        """The pipelines of the config."""
        ...

    def reads(self, stage: StageFact) -> list[KeyUse]:
        """The keys that it reads of records."""
        ...

    def record(self, stage: StageFact) -> RecordFact | None:
        """The keys of the records that reach it."""
        ...
