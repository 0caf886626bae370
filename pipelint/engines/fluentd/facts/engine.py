"""The facts of Fluentd's configs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipelint.base.block import Block
from pipelint.engines.fluentd.facts.config import FluentdConfigFact
from pipelint.engines.fluentd.facts.stage import FluentdFactGraph
from pipelint.facts.config import ConfigFact
from pipelint.facts.engine import EngineFacts
from pipelint.facts.regexes.where import stages_have_regexes
from pipelint.facts.stage import StageFact
from pipelint.language.config import Config

if TYPE_CHECKING:
    from pipelint.facts.grok.troubles import GrokUse
    from pipelint.facts.regexes.use import RegexUse
    from pipelint.facts.workload.needs import WorkloadNeeds


class FluentdFacts(EngineFacts):
    """What is known of Fluentd's configs."""

    graph_class = FluentdFactGraph
    config_class = FluentdConfigFact
    pattern_params = ("custom_pattern_path",)

    def first(self, config: Config) -> tuple[Block, Block]:
        """The ``<system>`` section, or the first, and the whole config."""
        system = next((block for block in config.root.blocks if block.name == "system"), None)
        return (system, system) if system is not None else super().first(config)

    def has_regexes(self, config: ConfigFact) -> bool:
        """Whether a plugin has a place for regexes."""
        return stages_have_regexes(config)

    def regexes(self, config: ConfigFact, stage: StageFact | None) -> Iterator[RegexUse]:
        """The regular expressions of a stage."""
        from pipelint.engines.fluentd.facts.regexes import fluentd_uses

        return iter(()) if stage is None else fluentd_uses(stage.kind, stage.plugin, stage.block)

    def groks(self, stage: StageFact) -> list[GrokUse]:
        """The grok patterns of a parser."""
        from pipelint.engines.fluentd.facts.grok import parser_groks

        return parser_groks(stage.plugin, stage.block)

    def pattern_paths(self, block: Block) -> Iterator[tuple[str, str]]:
        """The parameters of a section that name files of grok patterns, with what they name."""
        from pipelint.engines.fluentd.facts.grok import pattern_paths

        return pattern_paths(block)

    def needs(self) -> WorkloadNeeds:
        """What Fluentd needs of its container."""
        from pipelint.engines.fluentd.facts.workload import FluentdNeeds

        return FluentdNeeds()
