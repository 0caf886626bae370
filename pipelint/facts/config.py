"""Facts about a whole config and what it is asked for. Field names are the language of rule pages."""

from __future__ import annotations

from collections.abc import Callable

from pipelint.base.block import Block
from pipelint.base.lean.once import cached_property
from pipelint.base.lean.record import dataclass, field
from pipelint.base.text.document import Place
from pipelint.engines.fluentd.facts.routing import RoutingFact
from pipelint.engines.fluentd.records.facts import KeyUse
from pipelint.engines.fluentd.records.shape import KeyStatus
from pipelint.engines.logstash.facts.guards import ComparisonFact, RepeatFact, all_searches
from pipelint.engines.logstash.facts.pipeline import PipelineFact
from pipelint.facts.rate import Rate, no_rate
from pipelint.facts.readings import has_spec
from pipelint.facts.stage import StageFact
from pipelint.facts.values import SectionFact
from pipelint.graph.stage import Kind


def _no_uses() -> list[tuple[int, KeyUse]]:
    return []


@dataclass(frozen=True, eq=False)
class ConfigFact:
    """A whole config: its engine, worker processes, whether it stands in a Kubernetes manifest, and its stages.

    ``place`` is the ``<system>`` section where there is one, else the first section. ``block`` is what ``place`` points at
    when it is ``<system>``, else the whole config. ``pipelines`` are Logstash's. ``version`` is the engine's as the settings
    name it, 1000 times the first number and the second (1016 for 1.16), 0 where they do not.
    """

    engine: str
    workers: int
    kubernetes: bool
    complete: bool
    skipped: bool
    stages: list[StageFact]
    sections: list[SectionFact]
    place: Place
    block: Block
    pipelines: list[PipelineFact] = field(default_factory=list)
    routing: RoutingFact = field(default_factory=RoutingFact)
    version: int = 0
    _rate: Rate = field(default=no_rate, repr=False)
    _uses: Callable[[], list[tuple[int, KeyUse]]] = field(default=_no_uses, repr=False)

    @cached_property
    def system(self) -> list[SectionFact]:
        """The ``<system>`` sections (Fluentd)."""
        return [section for section in self.sections if section.block.name == "system"]

    @cached_property
    def unreached(self) -> list[StageFact]:
        """The filters and outputs that no event reaches (Fluentd)."""
        return [self.stages[index] for index in self.routing.unreached_indices()]

    @cached_property
    def absent_reads(self) -> list[ReadFact]:
        """The keys that stages read and that no record has there, stage by stage (Fluentd)."""
        return [read for read in self._telling_reads if read.use.status is KeyStatus.ABSENT]

    @cached_property
    def inner_reads(self) -> list[ReadFact]:
        """The keys of whose values stages read a part, stage by stage (Fluentd)."""
        return [read for read in self._telling_reads if read.use.inner]

    @cached_property
    def _telling_reads(self) -> list[ReadFact]:
        return [ReadFact(self.stages[index], use) for index, use in self._uses()]

    @cached_property
    def plugins(self) -> list[PluginFact]:
        """The plugins of its stages, each kind and name once, where it first stands."""
        return [PluginFact(name, kind) for kind, name in dict.fromkeys([(stage.kind, stage.plugin) for stage in self.stages])]

    @cached_property
    def events_per_cpu(self) -> float | None:
        """Predicted events per second of one CPU (a bound where plugins were not measured); None without an estimate."""
        found = self._rate()
        return None if found is None else found[0]

    @cached_property
    def unknown_plugins(self) -> list[UnknownPluginFact]:
        """The plugins of which nothing is known, each kind and name once, where it first stands."""
        # Most configs have none, which is seen without asking each stage.
        strange = {(plugin.kind, plugin.name) for plugin in self.plugins if not has_spec(self.engine, plugin.kind, plugin.name)}
        found: dict[tuple[Kind, str], list[StageFact]] = {}
        for stage in self.stages if strange else ():
            if (stage.kind, stage.plugin) in strange and not stage.known:
                found.setdefault((stage.kind, stage.plugin), []).append(stage)
        return [
            UnknownPluginFact(name, kind, uses[0].declared.suggestion, len(uses), uses[0].place)
            for (kind, name), uses in found.items()
        ]

    @cached_property
    def searches(self) -> list[ComparisonFact]:
        """The comparisons with a regular expression in the conditions of its pipelines (Logstash)."""
        return [asked for pipeline in self.pipelines for asked in all_searches(pipeline.block)]

    @cached_property
    def repeats(self) -> list[RepeatFact]:
        """The conditions that ifs beside each other ask again (Logstash)."""
        return [repeat for pipeline in self.pipelines for repeat in pipeline.repeats]


@dataclass(frozen=True, eq=False)
class ReadFact:
    """A key that ``stage`` reads of records."""

    stage: StageFact
    use: KeyUse


@dataclass(frozen=True, eq=False)
class PluginFact:
    """A plugin that stages of a kind are."""

    name: str
    kind: Kind


@dataclass(frozen=True, eq=False)
class UnknownPluginFact:
    """A plugin of which nothing is known: ``uses`` stages have it, ``suggestion`` is the name that may be meant ("": none)."""

    name: str
    kind: Kind
    suggestion: str
    uses: int
    place: Place


@dataclass(frozen=True)
class TrafficFact:
    """What is assumed of the traffic, and what is asked of a config.

    ``runtime`` is the container runtime (docker or cri), ``line_bytes`` the bytes of a line. ``events_per_second`` is what one
    process has to manage, ``min_events_per_cpu`` the budget of a CPU; 0 where nothing says so.
    """

    runtime: str
    line_bytes: int
    events_per_second: float = 0.0
    min_events_per_cpu: float = 0.0


@dataclass(frozen=True)
class SyntaxFact:
    """A syntax error: what is wrong, and what was expected (perhaps empty)."""

    message: str
    expected: str
    place: Place


@dataclass(frozen=True)
class IgnoredFact:
    """What the engine passes over without an error, though it was meant: ``message`` says why."""

    message: str
    place: Place


@dataclass(frozen=True)
class IncludeFact:
    """An include that gives less than it says: ``problem`` is missing, cycle, remote, elsewhere, unreadable, invalid or limit."""

    path: str
    problem: str
    detail: str
    place: Place
