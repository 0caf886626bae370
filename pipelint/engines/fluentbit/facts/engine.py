"""The facts of Fluent Bit's configs."""

from __future__ import annotations

from pipelint.base.block import Block
from pipelint.engines.fluentbit.facts.config import FluentBitConfigFact
from pipelint.engines.fluentbit.facts.stage import FluentBitFactGraph
from pipelint.facts.engine import EngineFacts
from pipelint.language.config import Config


class FluentBitFacts(EngineFacts):
    """What is known of Fluent Bit's configs."""

    graph_class = FluentBitFactGraph
    config_class = FluentBitConfigFact

    def first(self, config: Config) -> tuple[Block, Block]:
        """The service section, or the first section, and the whole config."""
        service = next((block for block in config.root.blocks if block.name == "service"), None)
        return (service, service) if service is not None else super().first(config)
