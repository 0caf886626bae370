"""What is said of fields on their way through filters. Field names are the language of rule pages."""

from __future__ import annotations

from pipelint.base.lean.record import dataclass, field
from pipelint.base.text.document import Place
from pipelint.engines.logstash.facts.items import ValueFact


@dataclass(frozen=True)
class GoneReadFact:
    """A field that a filter reads and no event has any more: ``removed`` is where it was taken away."""

    field: str
    place: Place
    removed: RemovalFact


@dataclass(frozen=True)
class RemovalFact:
    """A setting of ``plugin`` that takes a field away."""

    plugin: str
    place: Place = field(compare=False)


@dataclass(frozen=True)
class UnfitDateFact:
    """A date filter whose patterns, of which ``place`` is the first, read none of the texts of ``%{grok}`` in its ``field``."""

    field: str
    grok: str
    example: str
    place: Place
    source: ValueFact
