"""What is known of a stage of Fluent Bit beyond what every engine's stages have. Field names are the language of rule pages."""

from __future__ import annotations

from pipelint.base.lean.once import cached_property
from pipelint.base.lean.record import dataclass, field
from pipelint.engines.fluentbit.facts.language.rewrite import RewriteRuleFact, rewrite_rules
from pipelint.engines.fluentbit.facts.values import FluentBitSectionFact
from pipelint.engines.fluentbit.values import FluentBitValues
from pipelint.facts.stage import FactGraph, StageFact
from pipelint.facts.values import ParamFact


@dataclass(frozen=True, eq=False)
class FluentBitStageFact(StageFact):
    """A plugin instance: ``plugin`` is its name, ``pattern`` its Match. ``label`` and ``worker`` are empty.

    ``upstream`` and ``downstream`` hold the stages that events may pass before and after it, nearest first.
    """

    section: FluentBitSectionFact
    _links: FluentBitFactGraph = field(repr=False)

    @cached_property
    def rewrites(self) -> list[RewriteRuleFact]:
        """The rules of a rewrite_tag."""
        return rewrite_rules(self._stage, self._links.graph)

    @cached_property
    def dead_rules(self) -> list[ParamFact]:
        """The rules of a grep that are never tried: without a `logical_op` its first `regex` decides."""
        if self.plugin != "grep" or self.block.value("logical_op").lower() in ("and", "or"):
            return []
        rules = [key for key in self.section.keys if key.name in ("regex", "exclude")]
        first = next((number for number, rule in enumerate(rules) if rule.name == "regex"), len(rules))
        return list(rules[first + 1 :])


class FluentBitFactGraph(FactGraph):
    """The facts of a Fluent Bit config's stages."""

    stage_class = FluentBitStageFact
    section_class = FluentBitSectionFact
    values_class = FluentBitValues
