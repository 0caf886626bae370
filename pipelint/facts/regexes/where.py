"""Whether a config has a place for regular expressions: plugins whose files say so, and conditions.

Each check asks ``has_regexes``, so this is light: what reads the regexes is imported only where there are any.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipelint.base.block import Block
from pipelint.plugins import plugin_of

if TYPE_CHECKING:
    from pipelint.facts.config import ConfigFact
    from pipelint.facts.stage import StageFact

MATCHES = ("=~", "!~")
"""The operators of conditions that take a regex."""


def stages_have_regexes(config: ConfigFact) -> bool:
    """Whether a plugin has a place for regexes."""
    return any(_has_place(config.engine, stage) for stage in config.stages)


def asks_with_regex(branch: Block) -> bool:
    """Whether a section's condition holds a regular expression."""
    return branch.asks and branch.noted(_asks_with_regex)


def _asks_with_regex(branch: Block) -> bool:
    # Imported here: an engine without conditions loads nothing of them.
    from pipelint.base.condition import Test, terms

    asked = () if branch.condition is None else terms(branch.condition)
    return any(isinstance(term, Test) and term.operator in MATCHES for term in asked)


def _has_place(engine: str, stage: StageFact) -> bool:
    places = plugin_of(engine, stage.kind.value, stage.plugin).regex_places
    if not places:
        return False
    return any(name in places for name in stage.block.names) or any(block.name in places for block in stage.block.blocks)
