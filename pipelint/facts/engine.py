"""EngineFacts: the facts of an engine's configs. An engine that knows more than the neutral facts derives from it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipelint.base.block import Block
from pipelint.base.lean.record import dataclass
from pipelint.facts.config import ConfigFact, IgnoredFact, IncludeFact, SyntaxFact
from pipelint.facts.rate import Rate, no_rate
from pipelint.facts.stage import FactGraph, StageFact
from pipelint.facts.values import ParamFact, SectionFact
from pipelint.language.config import Config
from pipelint.plugins.declarations import declarations

if TYPE_CHECKING:
    from pipelint.facts.grok.troubles import GrokUse
    from pipelint.facts.regexes.use import RegexUse
    from pipelint.facts.workload.facts import WorkloadFact
    from pipelint.facts.workload.needs import WorkloadNeeds
    from pipelint.plugins.versions import Release


@dataclass(frozen=True, slots=True)
class Facts:
    """All facts of one config: what each kind of rule is asked about."""

    engine: EngineFacts
    config: ConfigFact
    syntax: tuple[SyntaxFact, ...]
    includes: tuple[IncludeFact, ...]
    ignored: tuple[IgnoredFact, ...]
    workloads: tuple[WorkloadFact, ...] = ()
    broken: bool = False

    def take_apart(self) -> None:
        """Ends their use. Stages know each other in circles: so their memory is free at once, not at some later collection."""
        for stage in self.config.stages:
            vars(stage).clear()


class EngineFacts:
    """The facts that every engine has: its stages, their parameters, what plugins declare."""

    graph_class: type[FactGraph] = FactGraph
    config_class: type[ConfigFact] = ConfigFact

    def classes(self) -> dict[type, type]:
        """By neutral class of facts the engine's own: pages of its rules see these."""
        section = self.graph_class.section_class
        stage = self.graph_class.stage_class
        return {ConfigFact: self.config_class, StageFact: stage, SectionFact: section, ParamFact: section.param_class}

    def roots(self) -> dict[str, dict[str, type]]:
        """Targets of rules that only this engine has, each with its variable and the class of its facts."""
        return {}

    def led(self, config: Config, sound: list[StageFact]) -> list[StageFact]:
        """Those of the ``sound`` stages of a config with syntax errors of which all is known that comes before them, too."""
        return []

    def first(self, config: Config) -> tuple[Block, Block]:
        """The section that findings on the whole config point at, and what their fixes edit."""
        blocks = config.root.blocks
        return blocks[0] if blocks else config.root, config.root

    def build(self, config: Config, rate: Rate = no_rate, release: Release | None = None, *, targeted: bool = False) -> Facts:
        """The facts of ``config``. Costly ones are computed when a rule asks for them, so is its predicted ``rate``.

        ``release`` is the one that runs it, None where that is not known; ``targeted``: the settings name it.
        """
        types = config.engine.types
        links = self.graph_class(config, declarations(config.engine.name, release))
        first, edited = self.first(config)
        fact = self.config_class(
            config.engine.name,
            config.graph.workers,
            config.entry.kubernetes,
            config.graph.complete,
            config.graph.skipped,
            links.facts,
            [links.section_class(block, types) for block in config.root.blocks],
            first.head_place,
            edited,
            _number(config.engine.name, release),
            targeted,
            "" if release is None else f"{release.distribution} {release.version}".strip(),
            links,
            rate,
        )
        return Facts(
            self,
            fact,
            tuple(SyntaxFact(e.message, e.expected, e.place) for e in config.errors),
            tuple(_includes(config)),
            tuple(IgnoredFact(i.message, i.place) for i in config.ignored),
            self._workloads(config, rate),
            config.broken,
        )

    def targets(self, config: ConfigFact) -> Iterator[tuple[str, dict[str, object]]]:
        """What of a config only this engine's rules judge: the target and its variable."""
        return iter(())

    def has_regexes(self, config: ConfigFact) -> bool:
        """Whether a config may have regular expressions, found out quickly."""
        return False

    def regexes(self, config: ConfigFact, stage: StageFact | None) -> Iterator[RegexUse]:
        """The regular expressions of a stage; for None those that stand outside of stages."""
        return iter(())

    def groks(self, stage: StageFact) -> list[GrokUse]:
        """The grok patterns of a stage."""
        return []

    pattern_params: tuple[str, ...] = ()
    """The parameters that name files of grok patterns."""

    def pattern_paths(self, block: Block) -> Iterator[tuple[str, str]]:
        """Those of a section, with what they name."""
        return iter(())

    def needs(self) -> WorkloadNeeds:
        """What a config needs of the container that runs it."""
        from pipelint.facts.workload.needs import WorkloadNeeds

        return WorkloadNeeds()

    def _workloads(self, config: Config, rate: Rate) -> tuple[WorkloadFact, ...]:
        if not config.workloads:
            return ()
        # Imported here: most configs come without a manifest, and should not wait for what reads one.
        from pipelint.facts.workload.facts import workload_facts

        return tuple(workload_facts(config, self.needs(), rate))


def _number(engine: str, release: Release | None) -> int:
    """The engine's version as ConfigFact has it."""
    if release is None:
        return 0
    # Imported here: most runs name no version.
    from pipelint.plugins.versions import version_number

    return version_number(engine, release)


def _includes(config: Config) -> Iterator[IncludeFact]:
    folders = Counter(one.path.rpartition("/")[0] for one in config.includes if one.problem == "missing")
    for one in config.includes:
        folder = one.path.rpartition("/")[0]
        alike = folder if one.problem == "missing" and folders[folder] > 1 else ""
        yield IncludeFact(one.path, one.problem, one.detail, one.place, alike)
