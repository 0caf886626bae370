"""What is known of settings of Logstash's plugins beyond what every engine has: the language of rule pages."""

from __future__ import annotations

from collections.abc import Mapping

from pipelint.base.lean.once import cached_property
from pipelint.base.lean.record import dataclass
from pipelint.engines.logstash.facts.items import (
    EntryFact,
    ValueFact,
    environment_names,
    sprintf_references,
    value_entries,
    value_items,
)
from pipelint.facts.values import ParamFact, ParamFacts, SectionFact


@dataclass(frozen=True)
class LogstashParamFact(ParamFact):
    """One setting. ``value`` is its text as Logstash reads it; ``embedded`` is always false."""

    @cached_property
    def items(self) -> list[ValueFact]:
        """An array's values; of a single value that value."""
        return [] if self._data is None else value_items(self._data)

    @cached_property
    def entries(self) -> list[EntryFact]:
        """A hash's entries, or an array's items as keys and values in turn."""
        return [] if self._data is None else value_entries(self._data)

    @cached_property
    def references(self) -> tuple[str, ...]:
        """The texts of the ``%{...}`` in its value: Logstash fills in a field or date for each event."""
        return sprintf_references(self.value)

    @cached_property
    def env(self) -> tuple[str, ...]:
        """The names of the ``${NAME}`` in its value: Logstash fills them in when it starts."""
        return environment_names(self.value)


@dataclass(frozen=True)
class LogstashSectionFact(SectionFact):
    """A section inside a plugin."""

    param_class = LogstashParamFact

    @cached_property
    def params(self) -> Mapping[str, LogstashParamFact]:
        """Its settings by name."""
        return ParamFacts(self.block, self.types, LogstashParamFact)

    @cached_property
    def own_numbers(self) -> list[str]:
        """Of a grok filter the fields that patterns in files or of its own fill by a pattern for numbers, without a type."""
        # Imported here: most sections have no patterns.
        from pipelint.engines.logstash.facts.grok import own_numbers

        return own_numbers(self.block)
