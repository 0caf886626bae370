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


@dataclass(frozen=True)
class MovedFact:
    """A field ``name`` that a plugin sets without ECS compatibility, and ``now``, the one that it sets with it ("": none known).

    References are written with brackets. ``whole``: it has fields inside, which go with it.
    """

    name: str
    now: str
    whole: bool = False


@dataclass(frozen=True)
class MovedReadFact:
    """A field that a plugin sets without ECS compatibility only, read at ``place`` although the plugin has it.

    ``name`` and ``now`` as in MovedFact; ``others`` are the next places that read it.
    """

    name: str
    now: str
    place: Place
    others: list[PlaceFact]


@dataclass(frozen=True)
class PlaceFact:
    """A place."""

    place: Place
