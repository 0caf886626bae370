"""What is known of a section of Fluent Bit beyond what every engine's sections have: the language of its rule pages."""

from __future__ import annotations

from pipelint.base.block import Param
from pipelint.base.lean.once import cached_property
from pipelint.base.lean.record import dataclass
from pipelint.facts.values import ParamFact, SectionFact


@dataclass(frozen=True)
class FluentBitSectionFact(SectionFact):
    """A section."""

    @cached_property
    def keys(self) -> list[ParamFact]:
        """Its keys in their order, each as often as it is written: `params` has the last one of each name."""
        return [self.fact(item) for item in self.block.items if isinstance(item, Param)]
