"""From a config and its stage graph to the facts that rules see."""

from __future__ import annotations

from dataclasses import dataclass

from pipelint.analysis.facts import ConfigFact, IncludeFact, StageFact, SyntaxFact
from pipelint.analysis.values import SectionFact
from pipelint.engines.config import Config
from pipelint.graph.stage import Stage, StageGraph


@dataclass(frozen=True, slots=True)
class Facts:
    """All facts of one config: what each kind of rule is asked about."""

    config: ConfigFact
    syntax: tuple[SyntaxFact, ...]
    includes: tuple[IncludeFact, ...]


class _GraphLinks:
    """Neighbours of a stage, looked up in the graph when a rule asks for them."""

    def __init__(self, config: Config) -> None:
        self.graph: StageGraph = config.graph
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


def build_facts(config: Config) -> Facts:
    """The facts of ``config``. Costly ones are computed when a rule asks for them."""
    types = config.engine.types
    blocks = config.root.blocks
    system = next((block for block in blocks if block.name == "system"), None)
    first = system or (blocks[0] if blocks else config.root)
    fact = ConfigFact(
        config.engine.name,
        config.graph.workers,
        config.entry.kubernetes,
        config.graph.complete,
        config.graph.skipped,
        _GraphLinks(config).facts,
        [SectionFact(block, types) for block in blocks],
        first.head_place,
        system or config.root,
    )
    return Facts(
        fact,
        tuple(SyntaxFact(e.message, e.expected, e.place) for e in config.errors),
        tuple(IncludeFact(i.path, i.problem, i.detail, i.place) for i in config.includes),
    )
