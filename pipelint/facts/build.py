"""From a config and its stage graph to the facts that rules see."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from pipelint.base.block import Block
from pipelint.base.lean.once import cached_property
from pipelint.base.lean.record import dataclass
from pipelint.engines.fluentd.facts.routing import RewriteFact, RoutingFact, UnreachedFact, rewrite_facts, unreached_fact
from pipelint.engines.fluentd.records.facts import KeyUse, RecordFact
from pipelint.engines.logstash.facts.field_writes import effects
from pipelint.engines.logstash.facts.guards import GuardFact, asked_paths, guard_facts, may_change
from pipelint.engines.logstash.facts.pipeline import PipelineFact
from pipelint.facts.config import ConfigFact, IgnoredFact, IncludeFact, SyntaxFact
from pipelint.facts.declared import DeclaredFact, declared_fact
from pipelint.facts.rate import Rate, no_rate
from pipelint.facts.readings import is_known
from pipelint.facts.stage import StageFact
from pipelint.facts.values import SectionFact
from pipelint.graph.stage import Kind, Stage, StageGraph
from pipelint.language.config import Config

if TYPE_CHECKING:
    from pipelint.engines.fluentd.records.uses import RecordFlow
    from pipelint.facts.workloads import WorkloadFact


@dataclass(frozen=True, slots=True)
class Facts:
    """All facts of one config: what each kind of rule is asked about."""

    config: ConfigFact
    syntax: tuple[SyntaxFact, ...]
    includes: tuple[IncludeFact, ...]
    ignored: tuple[IgnoredFact, ...]
    workloads: tuple[WorkloadFact, ...] = ()

    def take_apart(self) -> None:
        """Ends their use. Stages know each other in circles: so their memory is free at once, not at some later collection."""
        for stage in self.config.stages:
            vars(stage).clear()


class _GraphLinks:
    """Neighbours of a stage, looked up in the graph when a rule asks for them."""

    def __init__(self, config: Config) -> None:
        self.graph: StageGraph = config.graph
        self._engine = config.engine
        types = config.engine.types
        self.facts = [
            StageFact(
                stage.kind,
                stage.plugin,
                stage.pattern,
                stage.label,
                stage.worker,
                stage.index not in self.graph.unreachable,
                stage.block,
                SectionFact(stage.block, types),
                self,
            )
            for stage in self.graph.stages
        ]
        filters: dict[str, list[Block]] = {name: [] for name in self.graph.pipelines}
        for stage in self.graph.stages if filters else ():
            if stage.kind is Kind.FILTER:
                filters[stage.label].append(stage.block)
        self._pipelines = [PipelineFact(name, block, types, tuple(filters[name])) for name, block in self.graph.pipelines.items()]
        self._root = config.root
        self._index = {id(fact): stage for fact, stage in zip(self.facts, self.graph.stages, strict=True)}

    def stage(self, fact: StageFact) -> Stage:
        """The stage behind a fact."""
        return self._index[id(fact)]

    def upstream(self, stage: StageFact) -> list[StageFact]:
        """Stages before it."""
        return [self.facts[s.index] for s in self.graph.before(self.stage(stage))]

    def downstream(self, stage: StageFact) -> list[StageFact]:
        """Stages after it."""
        return [self.facts[s.index] for s in self.graph.after(self.stage(stage))]

    def parts(self, stage: StageFact) -> list[StageFact]:
        """Stages inside it."""
        return [self.facts[s.index] for s in self.graph.parts(self.stage(stage))]

    def parent(self, stage: StageFact) -> StageFact | None:
        """The stage around it."""
        index = self.stage(stage).parent
        return None if index is None else self.facts[index]

    def shadowed_by(self, stage: StageFact) -> StageFact | None:
        """The output before it."""
        index = self.graph.unreachable.get(self.stage(stage).index)
        return None if index is None else self.facts[index]

    def unreached(self, stage: StageFact) -> UnreachedFact | None:
        """Why no event reaches it."""
        return unreached_fact(self.graph, self.stage(stage))

    def rewrites(self, stage: StageFact) -> list[RewriteFact]:
        """Its rules that give new tags."""
        return rewrite_facts(self.graph, self.stage(stage))

    def known(self, stage: StageFact) -> bool:
        """Whether something is known of its plugin."""
        return is_known(self._engine.name, self.graph, self.stage(stage))

    def declared(self, stage: StageFact) -> DeclaredFact:
        """Its parameters against what its plugin declares."""
        return declared_fact(self._engine.name, self._engine.types, self.graph, self.stage(stage))

    def guards(self, stage: StageFact) -> list[GuardFact]:
        """Conditions on the way to it."""
        return guard_facts(self.stage(stage).guards)

    def previous(self, stage: StageFact) -> StageFact | None:
        """The stage written right before it in the same section or branch."""
        return self._previous.get(id(stage.block))

    def avoidable(self, stage: StageFact) -> list[StageFact]:
        """The filters before it, nearest first, up to one that may change a field that its conditions ask for."""
        here = self.stage(stage)
        asked = asked_paths(here.guards)
        met = {(guard.text, guard.holds) for guard in here.guards}
        found: list[StageFact] = []
        for before in self.graph.latest_before(here):
            if before.kind is not Kind.FILTER or before.label != stage.label:
                continue
            if not asked or may_change(effects(before.block), asked):
                break
            if all((guard.text, guard.holds) in met for guard in before.guards):
                found.append(self.facts[before.index])
        return found

    def pipelines(self) -> list[PipelineFact]:
        """The pipelines of the config."""
        return self._pipelines

    def reads(self, stage: StageFact) -> list[KeyUse]:
        """The keys that it reads of records."""
        return [] if self._records is None else self._records.uses(self.stage(stage))

    def telling(self) -> list[tuple[int, KeyUse]]:
        """What stages read of records and ``ConfigFact`` speaks of, each with the stage's index."""
        return [] if self._records is None else self._records.telling()

    def record(self, stage: StageFact) -> RecordFact | None:
        """The keys of the records that reach it."""
        return None if self._records is None else self._records.record(self.stage(stage))

    @cached_property
    def _records(self) -> RecordFlow | None:
        """The flow of records, of an engine whose plugins it knows."""
        if self._engine.name != "fluentd":
            return None
        # Imported here: a Logstash config should not wait for what knows Fluentd's plugins.
        from pipelint.engines.fluentd.records.uses import RecordFlow

        return RecordFlow(self.graph)

    @cached_property
    def _previous(self) -> dict[int, StageFact]:
        """By the identity of a stage's block the stage before it."""
        stages = {id(fact.block): fact for fact in self.facts}
        return {
            id(after): stages[id(before)]
            for block in self._root.walk()
            for before, after in pairwise(block.blocks)
            if id(before) in stages and id(after) in stages
        }


def _first_section(block: Block) -> Block:
    """The block, or of a Logstash pipeline, which is written nowhere itself, its first section."""
    return block.blocks[0] if block.name == "pipeline" and block.blocks else block


def _workloads(config: Config, rate: Rate) -> tuple[WorkloadFact, ...]:
    if not config.workloads:
        return ()
    # Imported here: most configs come without a manifest, and should not wait for what reads one.
    from pipelint.facts.workloads import workload_facts

    return tuple(workload_facts(config, rate))


def build_facts(config: Config, rate: Rate = no_rate, version: int = 0) -> Facts:
    """The facts of ``config``. Costly ones are computed when a rule asks for them, so is its predicted ``rate``.

    ``version`` is as in ConfigFact.
    """
    types = config.engine.types
    blocks = config.root.blocks
    system = next((block for block in blocks if block.name == "system"), None)
    first = system or (_first_section(blocks[0]) if blocks else config.root)
    links = _GraphLinks(config)
    fact = ConfigFact(
        config.engine.name,
        config.graph.workers,
        config.entry.kubernetes,
        config.graph.complete,
        config.graph.skipped,
        links.facts,
        [SectionFact(block, types) for block in blocks],
        first.head_place,
        system or config.root,
        links.pipelines(),
        RoutingFact(config.graph, config.root),
        version,
        rate,
        links.telling,
    )
    return Facts(
        fact,
        tuple(SyntaxFact(e.message, e.expected, e.place) for e in config.errors),
        tuple(IncludeFact(i.path, i.problem, i.detail, i.place) for i in config.includes),
        tuple(IgnoredFact(i.message, i.place) for i in config.ignored),
        _workloads(config, rate),
    )
