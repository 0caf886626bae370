"""Facts about stages. Field names are the language of rule pages."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from pipelint.base.block import Block
from pipelint.base.lean.once import cached_property
from pipelint.base.lean.record import dataclass, field
from pipelint.base.text.document import Place
from pipelint.facts.declared import DeclaredFact, declared_fact, tells_no_place
from pipelint.facts.readings import is_known
from pipelint.facts.secrets import plain_logins, plain_secrets
from pipelint.facts.values import ParamFact, SectionFact
from pipelint.graph.stage import Kind, Stage, StageGraph
from pipelint.graph.ways import Ways, passed_before, ways_to
from pipelint.language.config import Config
from pipelint.plugins import Values
from pipelint.plugins.declarations import Declarations
from pipelint.plugins.team import team


@dataclass(frozen=True, eq=False)
class StageFact:
    """A plugin instance: ``plugin`` is its type, ``pattern`` the tag pattern, ``label`` where it stands ("" at the top).

    ``upstream`` and ``downstream`` hold the stages that events may pass before and after it, nearest first. ``shadowed_by``
    is the output that takes its events first. An engine with facts of its own derives from this class.
    """

    kind: Kind
    plugin: str
    pattern: str
    label: str
    worker: str
    reachable: bool
    block: Block
    section: SectionFact
    _links: FactGraph = field(repr=False)

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
        return self._links.facts_of(self._links.graph.before(self._stage))

    @cached_property
    def downstream(self) -> list[StageFact]:
        """Stages that its events may pass later, nearest first."""
        return self._links.facts_of(self._links.graph.after(self._stage))

    @cached_property
    def parts(self) -> list[StageFact]:
        """The stages directly inside: parse, buffer, format, inject, stores."""
        return self._links.facts_of(self._links.graph.parts(self._stage))

    @cached_property
    def parent(self) -> StageFact | None:
        """The stage that it is a part of."""
        index = self._stage.parent
        return None if index is None else self._links.facts[index]

    @cached_property
    def shadowed_by(self) -> StageFact | None:
        """The output that takes its events first."""
        index = self._links.graph.unreachable.get(self._stage.index)
        return None if index is None else self._links.facts[index]

    @cached_property
    def previous(self) -> StageFact | None:
        """The stage right before it in the same section or branch."""
        return self._links.previous.get(id(self.block))

    @cached_property
    def known(self) -> bool:
        """Whether its plugin is known, or need not be."""
        return is_known(self._links.declarations, self._links.graph, self._stage)

    @cached_property
    def declared(self) -> DeclaredFact:
        """Its parameters compared with what its plugin declares."""
        links = self._links
        if self.block.alone is None:
            return declared_fact(links.declarations, links.values, links.graph, self._stage)
        # What tells no place is the same for all copies.
        clean, key = self.block.noted(_Clean), self.read_as()
        found = clean.get(key) or declared_fact(links.declarations, links.values, links.graph, self._stage)
        if tells_no_place(found):
            clean[key] = found
        return found

    def read_as(self) -> tuple[object, ...]:
        """What decides with the text of its section what that means: the release, a team's plugins, its kind and plugin, and
        those around it."""
        parent = self.parent
        around = (None, "") if parent is None else (parent.kind, parent.plugin)
        return self._links.declarations.release, team.get(), self.kind, self.plugin, *around

    @cached_property
    def secrets(self) -> list[ParamFact]:
        """Its parameters, also those of its sections, that hold a password, key or token as plain text."""
        return [self.section.fact(param) for param in plain_secrets(self._links.engine, self.block)]

    @cached_property
    def logins(self) -> list[ParamFact]:
        """Its parameters, also those of its sections, that hold a URL with a name and password."""
        return [self.section.fact(param) for param in plain_logins(self.block)]

    @cached_property
    def parse(self) -> StageFact | None:
        """Its parser."""
        return self._part(Kind.PARSE)

    @cached_property
    def buffer(self) -> StageFact | None:
        """Its buffer."""
        return self._part(Kind.BUFFER)

    @cached_property
    def format(self) -> StageFact | None:
        """Its formatter."""
        return self._part(Kind.FORMAT)

    @cached_property
    def sources(self) -> list[StageFact]:
        """The sources whose events may reach it; for the parts of a source, that source."""
        whole = self.parent or self
        return [whole] if whole.kind is Kind.SOURCE else self._links.facts_of(self._links.graph.sources(whole._stage))

    @property
    def _stage(self) -> Stage:
        """The stage of the graph that it is the fact of."""
        return self._links.stage(self)

    def _part(self, kind: Kind) -> StageFact | None:
        return next((part for part in self.parts if part.kind is kind), None)


class _Clean(dict[tuple[object, ...], DeclaredFact]):
    """Of a section, by what it is read as, what is declared of it where all of that is as it should be."""

    def __init__(self, _: Block) -> None:
        super().__init__()


class FactGraph:
    """The facts of a config's stages in the graph's order. Neighbours are looked up when a rule asks for them."""

    stage_class: type[StageFact] = StageFact
    section_class: type[SectionFact] = SectionFact
    values_class: type[Values] = Values

    def __init__(self, config: Config, known: Declarations | None = None) -> None:
        self.config = config
        self.declarations = known or Declarations(config.engine.name)
        self.graph: StageGraph = config.graph
        self.engine = config.engine.name
        types = config.engine.types
        self.values = self.values_class()
        self.facts = [
            self.stage_class(
                stage.kind,
                stage.plugin,
                stage.pattern,
                stage.label,
                stage.worker,
                stage.index not in self.graph.unreachable,
                stage.block,
                self.section_class(stage.block, types),
                self,
            )
            for stage in self.graph.stages
        ]
        self._index = {id(fact): stage for fact, stage in zip(self.facts, self.graph.stages, strict=True)}

    def stage(self, fact: StageFact) -> Stage:
        """The stage that a fact is of."""
        return self._index[id(fact)]

    def facts_of(self, stages: tuple[Stage, ...] | list[Stage]) -> list[StageFact]:
        """The facts of some stages."""
        return [self.facts[stage.index] for stage in stages]

    def passed_before(self, fact: StageFact) -> bytes:
        """By stage 1 where it is on a way to a filter or output, with tags that get there, else 0."""
        return passed_before(self.graph, self._ways, self.stage(fact))

    @cached_property
    def _ways(self) -> Ways:
        return ways_to(self.graph)

    @cached_property
    def previous(self) -> dict[int, StageFact]:
        """By the identity of a stage's block the stage before it."""
        stages = {id(fact.block): fact for fact in self.facts}
        return {
            id(after): stages[id(before)]
            for block in self.config.root.walk()
            for before, after in pairwise(block.blocks)
            if id(before) in stages and id(after) in stages
        }
