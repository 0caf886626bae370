"""Where a config has regular expressions: in its stages, and in its conditions."""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.engines.fluentd.facts.regexes import fluentd_uses
from pipelint.facts.config import ConfigFact
from pipelint.facts.regexes.use import RegexUse
from pipelint.facts.regexes.where import asks_with_regex
from pipelint.facts.stage import StageFact


def regex_uses(config: ConfigFact) -> Iterator[tuple[StageFact | None, RegexUse]]:
    """The regexes as they are written, each with its stage; None for that of a condition."""
    for stage in stages_with_regexes(config):
        yield from uses_of(config, stage)


def stages_with_regexes(config: ConfigFact) -> Iterator[StageFact | None]:
    """The stages, and None for all conditions."""
    yield from config.stages
    if config.engine == "logstash":
        yield None


def uses_of(config: ConfigFact, stage: StageFact | None) -> Iterator[tuple[StageFact | None, RegexUse]]:
    """The regexes of a stage, or of all conditions."""
    if config.engine == "fluentd":
        if stage is not None:
            yield from ((stage, use) for use in fluentd_uses(stage.kind, stage.plugin, stage.block))
        return
    # Imported here: a Fluentd config should not wait for what reads Logstash's.
    from pipelint.engines.logstash.facts.regexes import condition_uses, logstash_uses

    if stage is not None:
        yield from ((stage, use) for use in logstash_uses(stage.plugin, stage.block, stage.settings))
        return
    for block in config.block.walk():
        if asks_with_regex(block) and block.condition is not None:
            yield from ((None, use) for use in condition_uses(block.condition, block))
