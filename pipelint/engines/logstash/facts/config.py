"""What is known of a whole Logstash config beyond what every engine's configs have: the language of its rule pages."""

from __future__ import annotations

from pipelint.base.lean.once import cached_property
from pipelint.base.lean.record import dataclass, field
from pipelint.engines.logstash.conditions.literals import LiteralFact, lone_literals
from pipelint.engines.logstash.conditions.presence import UnguardedFact, unguarded
from pipelint.engines.logstash.facts.beside.facts import ComposedFact, GoneSettingFact, JavaFact, SignFact
from pipelint.engines.logstash.facts.beside.sending import EchoFact, InstallFact, ShippedFact
from pipelint.engines.logstash.facts.dataflow.facts import AddedTwiceFact, GoneTextFact, LostTextFact, TypedTestFact, UnservedFact
from pipelint.engines.logstash.facts.guards import ComparisonFact, RepeatFact, all_searches
from pipelint.engines.logstash.facts.missing.facts import PartlyNamedFact, UnsetReadFact
from pipelint.engines.logstash.facts.pipeline import (
    ApartFact,
    OutdatedSettingFact,
    PipelineFact,
    RefusedSettingFact,
    apart_facts,
    are_sound_as_one,
)
from pipelint.engines.logstash.facts.stage import LogstashFactGraph
from pipelint.engines.logstash.facts.ways.facts import ListAskedFact, UnsentFact, WhenFact
from pipelint.facts.config import ConfigFact
from pipelint.language.config import Config
from pipelint.sources.compose.facts import StoreFact


@dataclass(frozen=True, eq=False)
class LogstashConfigFact(ConfigFact):
    """A whole config: whether it is in a Kubernetes manifest, its pipelines and their stages.

    ``place`` is its first section, ``block`` the whole config. ``version`` is Logstash's as the settings name it, 1000 times
    the first number and the second (8019 for 8.19), 0 where they do not.
    """

    _links: LogstashFactGraph = field(repr=False)

    @property
    def pipelines(self) -> list[PipelineFact]:
        """Its pipelines."""
        return self._links.pipelines

    @cached_property
    def apart(self) -> list[ApartFact]:
        """The other files of its folder that Logstash may run with it: their outputs get its events, or its output theirs."""
        return self._links.config.noted(apart_facts)

    @cached_property
    def sound_as_one(self) -> bool:
        """Whether its files have no errors of syntax once they are joined to one text, as Logstash before 7.9 reads them."""
        return are_sound_as_one(self._links.config.entry)

    @property
    def list_beside(self) -> str:
        """The name of the pipelines.yml beside it of which no pipeline reads it, "" where there is none such."""
        beside = self._links.config.entry.unlisted
        return "" if beside is None else beside.name.rpartition("/")[2]

    @cached_property
    def one_worker(self) -> bool:
        """Whether a command or the environment that Logstash is started with gives it one worker, or may."""
        # Imported here and below: few rules ask of what is around a config.
        from pipelint.engines.logstash.discovery.started import has_one_worker

        return self._links.config.noted(has_one_worker)

    @cached_property
    def written_for(self) -> int:
        """The version that it was written for, as its folder or settings that have ended since tell; 0 where neither does."""
        from pipelint.engines.logstash.facts.beside.signs import folder_version

        if folder := folder_version(self.place.document):
            return folder
        return 1000 * (min(gone.since for gone in self.gone_settings) - 1) if self.gone_settings else 0

    @cached_property
    def signs(self) -> list[SignFact]:
        """What tells, where no file names the version, that it was written for a Logstash before a certain one."""
        return [] if self.version else self._links.config.noted(_signs)

    @cached_property
    def filebeat(self) -> int:
        """The version of the Filebeat around it (as ``version``): its image's, or the last that takes its settings; else 0."""
        from pipelint.engines.logstash.facts.beside.signs import filebeat_version

        return self._links.config.noted(filebeat_version)

    @cached_property
    def gone_settings(self) -> list[GoneSettingFact]:
        """The settings by which it is written for an old version, where no file names one: newer ones do not take them."""
        from pipelint.engines.logstash.facts.beside.gone import gone_settings

        return [] if self.version else list(gone_settings(self._links.graph.stages))

    @cached_property
    def refused_settings(self) -> list[RefusedSettingFact]:
        """The settings of logstash.yml and pipelines.yml with which Logstash does not start."""
        return [each for pipeline in self.pipelines for each in pipeline.refused(self.version)]

    @cached_property
    def outdated_settings(self) -> list[OutdatedSettingFact]:
        """The settings of logstash.yml and pipelines.yml that have another name or no effect in the version; none without one."""
        return [each for pipeline in self.pipelines for each in pipeline.outdated(self.version)]

    @cached_property
    def searches(self) -> list[ComparisonFact]:
        """The comparisons with a regular expression in the conditions of its pipelines."""
        return [asked for pipeline in self.pipelines for asked in all_searches(pipeline.block)]

    @cached_property
    def unguarded(self) -> list[UnguardedFact]:
        """The comparisons by size of fields that may be missing."""
        return list(unguarded(self.block))

    @cached_property
    def mistyped(self) -> list[TypedTestFact]:
        """The comparisons with a literal of another type than the field's."""
        # Imported here and below: a config that a syntax error stops should not wait for what follows fields.
        from pipelint.engines.logstash.facts.dataflow.parsed.kinds import mistyped

        return list(mistyped(self.block, self._links.ecs_default))

    @cached_property
    def gone_texts(self) -> list[GoneTextFact]:
        """The texts with a field that was removed before."""
        return self._links.config.noted(_gone_texts)

    @cached_property
    def added_twice(self) -> list[AddedTwiceFact]:
        """The fields that are added although they were set before."""
        return self._links.config.noted(_added_twice)

    @cached_property
    def lost_texts(self) -> list[LostTextFact]:
        """The settings that remove a text, or the tags, whether or not a parser could read it."""
        return self._links.config.noted(_lost_texts)

    @cached_property
    def unserved(self) -> list[UnservedFact]:
        """The pipelines that have no output for events which a parser could not read."""
        from pipelint.engines.logstash.facts.dataflow.parsed.parsers import unserved

        return list(unserved(self._links.graph))

    @cached_property
    def unset_reads(self) -> list[UnsetReadFact]:
        """The fields that a filter, condition or output needs and nothing before it sets."""
        return self._links.config.noted(_unset_reads)

    @cached_property
    def partly_named(self) -> list[PartlyNamedFact]:
        """The fields in the names of indices that filters set in some branches alone."""
        from pipelint.engines.logstash.facts.missing.named import partly_named

        return list(partly_named(self._links.graph))

    @cached_property
    def installed_at_start(self) -> list[InstallFact]:
        """The plugins that the command of its pods, or of its service, installs at each start."""
        from pipelint.engines.logstash.facts.beside.start import installed_at_start

        return list(installed_at_start(self._links.config))

    @cached_property
    def covered_whens(self) -> list[WhenFact]:
        """The expressions after ``when`` in Ruby code that earlier ones leave nothing."""
        from pipelint.engines.logstash.facts.ways.whens import covered_whens

        return list(covered_whens(self._links.graph))

    @cached_property
    def composed(self) -> ComposedFact:
        """What a compose file makes of it."""
        return ComposedFact(self._links.config)

    @cached_property
    def set_variables(self) -> list[str]:
        """The names of the variables that the pods or the compose file's service set which run it."""
        from pipelint.engines.logstash.facts.beside.said import set_variables

        return self._links.config.noted(set_variables)

    @cached_property
    def java_faults(self) -> list[JavaFact]:
        """The options in jvm.options or LS_JAVA_OPTS with which Java does not start."""
        from pipelint.engines.logstash.facts.beside.java import java_faults

        return list(java_faults(self._links.config, self.version))

    @cached_property
    def full_heaps(self) -> list[JavaFact]:
        """The heap that the compose file's limit of memory has no room for."""
        from pipelint.engines.logstash.facts.beside.java import full_heaps

        return list(full_heaps(self._links.config))

    @cached_property
    def shipped(self) -> list[ShippedFact]:
        """The fields that it asks for where the filebeat.yml beside it sends others."""
        return self._links.config.noted(_shipped)

    @property
    def stores(self) -> list[StoreFact]:
        """The search engines beside it to which it sends."""
        from pipelint.engines.logstash.facts.beside.servers import found_stores

        return self._links.config.noted(found_stores)

    @cached_property
    def sent_decoded(self) -> bool:
        """Whether the Filebeats beside it that send to Logstash all read JSON themselves: their events have no text."""
        from pipelint.engines.logstash.facts.beside.filebeat import are_decoded

        return self._links.config.noted(are_decoded)

    @cached_property
    def echoes(self) -> list[EchoFact]:
        """The outputs that print events into a log which a Filebeat beside it reads and sends to it."""
        return self._links.config.noted(_echoes)

    @cached_property
    def unsent(self) -> list[UnsentFact]:
        """The pipelines whose outputs all have conditions, of which an event may meet none."""
        return self._links.config.noted(_unsent)

    @cached_property
    def lists_asked(self) -> list[ListAskedFact]:
        """The comparisons with texts of fields that several filters add to."""
        return self._links.config.noted(_lists_asked)

    @cached_property
    def literals(self) -> list[LiteralFact]:
        """The texts and numbers that stand alone in conditions, beside what is compared."""
        return list(lone_literals(self.block))

    @cached_property
    def repeats(self) -> list[RepeatFact]:
        """The conditions that ifs beside each other ask again."""
        return [repeat for pipeline in self.pipelines for repeat in pipeline.repeats]


def _signs(config: Config) -> list[SignFact]:
    from pipelint.engines.logstash.facts.beside.gone import gone_settings
    from pipelint.engines.logstash.facts.beside.signs import signs

    stages = config.graph.stages
    return signs(config.documents[0], stages, list(gone_settings(stages)))


def _gone_texts(config: Config) -> list[GoneTextFact]:
    # Imported here and below: a config that a syntax error stops should not wait for what follows fields.
    from pipelint.engines.logstash.facts.dataflow.texts import gone_texts

    return list(gone_texts(config.root))


def _added_twice(config: Config) -> list[AddedTwiceFact]:
    from pipelint.engines.logstash.facts.dataflow.twice import added_twice

    return list(added_twice(config.root))


def _lost_texts(config: Config) -> list[LostTextFact]:
    from pipelint.engines.logstash.facts.dataflow.parsed.parsers import lost_texts

    return list(lost_texts(config.graph))


def _unset_reads(config: Config) -> list[UnsetReadFact]:
    from pipelint.engines.logstash.facts.missing.unset import unset_reads

    return list(unset_reads(config.graph))


def _unsent(config: Config) -> list[UnsentFact]:
    from pipelint.engines.logstash.facts.ways.outputs import unsent

    return list(unsent(config.graph))


def _lists_asked(config: Config) -> list[ListAskedFact]:
    from pipelint.engines.logstash.facts.ways.lists import lists_asked

    return list(lists_asked(config.graph))


def _echoes(config: Config) -> list[EchoFact]:
    from pipelint.engines.logstash.facts.beside.senders import echoes

    return list(echoes(config))


def _shipped(config: Config) -> list[ShippedFact]:
    from pipelint.engines.logstash.facts.beside.filebeat import shipped

    return list(shipped(config))
