"""The facts of Logstash's configs."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from typing import TYPE_CHECKING

from pipelint.base.block import Block
from pipelint.base.lean.late import late
from pipelint.engines.logstash.facts.config import LogstashConfigFact
from pipelint.engines.logstash.facts.stage import LogstashFactGraph, LogstashStageFact
from pipelint.facts.config import ConfigFact
from pipelint.facts.engine import EngineFacts
from pipelint.facts.regexes.where import asks_with_regex, stages_have_regexes
from pipelint.facts.stage import StageFact
from pipelint.language.config import Config

if TYPE_CHECKING:
    from pipelint.engines.logstash.conditions.facts import BranchFact
    from pipelint.facts.grok.troubles import GrokUse
    from pipelint.facts.regexes.use import RegexUse
    from pipelint.facts.workload.needs import WorkloadNeeds


_INPUT = late(r"\binput\s*\{")


class LogstashFacts(EngineFacts):
    """What is known of Logstash's configs."""

    graph_class = LogstashFactGraph
    config_class = LogstashConfigFact
    pattern_params = ("patterns_dir",)

    def roots(self) -> dict[str, dict[str, type]]:
        """Its conditions."""
        from pipelint.engines.logstash.conditions.facts import BranchFact

        return {"branch": {"branch": BranchFact}}

    def led(self, config: Config, sound: list[StageFact]) -> list[StageFact]:
        """Those before the first error, as events pass the files in their order; where no file with one has inputs."""
        broken = frozenset(error.place.document for error in config.errors)
        if any(_INPUT.search(document.text.decode("utf-8", "replace")) for document in broken):
            return []
        before = list(takewhile(lambda document: document not in broken, config.documents))
        first = next(iter(config.documents[len(before) :]), None)
        end = min((error.place.span.start for error in config.errors if error.place.document is first), default=0)
        whole = set(before)
        return [
            stage
            for stage in sound
            if stage.place.document in whole or (stage.place.document is first and stage.place.span.end <= end)
        ]

    def first(self, config: Config) -> tuple[Block, Block]:
        """The first section of the first pipeline, which is written nowhere itself, and the whole config."""
        first, whole = super().first(config)
        return first.blocks[0] if first.name == "pipeline" and first.blocks else first, whole

    def targets(self, config: ConfigFact) -> Iterator[tuple[str, dict[str, object]]]:
        """The branches of its conditions."""
        for branch in config.noted(_branch_facts):
            yield "branch", {"branch": branch}

    def has_regexes(self, config: ConfigFact) -> bool:
        """Whether a plugin has a place for regexes, or a condition asks with one."""
        return stages_have_regexes(config) or any(map(asks_with_regex, config.block.walk()))

    def regexes(self, config: ConfigFact, stage: StageFact | None) -> Iterator[RegexUse]:
        """The regular expressions of a stage, or of all conditions."""
        from pipelint.engines.logstash.facts.regexes import condition_uses, logstash_uses

        if isinstance(stage, LogstashStageFact):
            yield from logstash_uses(stage.plugin, stage.block, stage.settings)
        if stage is None:
            for block in config.block.walk():
                if asks_with_regex(block) and block.condition is not None:
                    yield from condition_uses(block.condition, block)

    def groks(self, stage: StageFact) -> list[GrokUse]:
        """The grok patterns of a filter."""
        from pipelint.engines.logstash.facts.grok import filter_groks

        return filter_groks(stage.plugin, stage.block, stage.settings) if isinstance(stage, LogstashStageFact) else []

    def pattern_paths(self, block: Block) -> Iterator[tuple[str, str]]:
        """The parameters of a section that name files of grok patterns, with what they name."""
        from pipelint.engines.logstash.facts.grok import pattern_paths

        return pattern_paths(block)

    def needs(self) -> WorkloadNeeds:
        """What Logstash needs of its container."""
        from pipelint.engines.logstash.facts.workload import LogstashNeeds

        return LogstashNeeds()


def _branch_facts(config: Config) -> list[BranchFact]:
    # Imported here: a config that a syntax error stops asks for none.
    from pipelint.engines.logstash.conditions.findings import branch_facts

    return branch_facts(config.root)
