"""The facts of a config, as the checker has them made."""

from __future__ import annotations

from pipelint.engines.parts import parts_of
from pipelint.facts.engine import Facts
from pipelint.facts.rate import Rate, no_rate
from pipelint.language.config import Config


def build_facts(config: Config, rate: Rate = no_rate) -> Facts:
    """All facts of a config."""
    return parts_of(config).facts.build(config, rate)
