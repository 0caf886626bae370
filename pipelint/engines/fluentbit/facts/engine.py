"""The facts of Fluent Bit's configs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipelint.base.block import Block
from pipelint.engines.fluentbit.facts.config import FluentBitConfigFact
from pipelint.engines.fluentbit.facts.stage import FluentBitFactGraph
from pipelint.facts.config import ConfigFact
from pipelint.facts.engine import EngineFacts
from pipelint.facts.stage import StageFact
from pipelint.language.config import Config

if TYPE_CHECKING:
    from pipelint.facts.regexes.use import RegexUse
    from pipelint.facts.workload.needs import WorkloadNeeds

_WITH_REGEXES = frozenset(("grep", "log_to_metrics", "modify", "rewrite_tag"))


class FluentBitFacts(EngineFacts):
    """What is known of Fluent Bit's configs."""

    graph_class = FluentBitFactGraph
    config_class = FluentBitConfigFact

    def first(self, config: Config) -> tuple[Block, Block]:
        """The service section, or the first section, and the whole config."""
        service = next((block for block in config.root.blocks if block.name == "service"), None)
        return (service, service) if service is not None else super().first(config)

    def has_regexes(self, config: ConfigFact) -> bool:
        """Whether a parser, a Match_Regex or a plugin of the config may have one."""
        return any(section.name in ("parser", "multiline_parser") for section in config.sections) or any(
            stage.plugin in _WITH_REGEXES or "match_regex" in stage.block.names or "tag_regex" in stage.block.names
            for stage in config.stages
        )

    def regexes(self, config: ConfigFact, stage: StageFact | None) -> Iterator[RegexUse]:
        """The regular expressions of a stage; for None those of parsers."""
        # Imported here: many configs have none.
        from pipelint.engines.fluentbit.facts.regexes import parser_regexes, stage_regexes

        if stage is not None:
            yield from stage_regexes(stage.kind, stage.plugin, stage.block)
        else:
            idle = config.idle_parsers if isinstance(config, FluentBitConfigFact) else ()
            # Nothing runs a file of parsers by itself; what uses which of them is not known.
            alone = not config.stages
            filters = [stage.block for stage in config.stages if stage.plugin == "kubernetes"]
            of_pods = {block.value("regex_parser").lower() for block in filters} - {""}
            for section in config.sections:
                name = section.block.value("name").lower()
                yield from parser_regexes(section.block, idle=alone or name in idle, of_pods=name in of_pods)

    def needs(self) -> WorkloadNeeds:
        """What Fluent Bit needs of its container."""
        from pipelint.engines.fluentbit.facts.workload import FluentBitNeeds

        return FluentBitNeeds()
