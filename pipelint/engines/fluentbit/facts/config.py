"""What is known of a whole Fluent Bit config beyond what every engine's configs have: the language of its rule pages."""

from __future__ import annotations

from pipelint.base.lean.once import cached_property
from pipelint.base.lean.record import dataclass, field
from pipelint.engines.fluentbit.facts.stage import FluentBitFactGraph
from pipelint.engines.fluentbit.facts.values import FluentBitSectionFact
from pipelint.facts.config import ConfigFact


@dataclass(frozen=True, eq=False)
class FluentBitConfigFact(ConfigFact):
    """A whole config: whether it is in a Kubernetes manifest, and its stages.

    ``place`` is the service section where there is one, else the first section. ``block`` is what ``place`` points at when it is
    the service section, else the whole config. ``version`` is Fluent Bit's as the settings name it, 1000 times the first number
    and the second (5001 for 5.1), 0 where they do not.
    """

    _links: FluentBitFactGraph = field(repr=False)

    @cached_property
    def service(self) -> FluentBitSectionFact | None:
        """The service section, with the keys of all that there are."""
        return next((section for section in self._parts if section.block.name == "service"), None)

    @cached_property
    def parsers(self) -> list[FluentBitSectionFact]:
        """The sections of parsers in the files that were read."""
        return [section for section in self._parts if section.block.name == "parser"]

    @cached_property
    def multiline_parsers(self) -> list[FluentBitSectionFact]:
        """The sections of multiline parsers in the files that were read."""
        return [section for section in self._parts if section.block.name == "multiline_parser"]

    @property
    def whole(self) -> bool:
        """Whether every file that it includes was read."""
        return not self._links.config.root.open

    @property
    def _parts(self) -> list[FluentBitSectionFact]:
        return [section for section in self.sections if isinstance(section, FluentBitSectionFact)]
