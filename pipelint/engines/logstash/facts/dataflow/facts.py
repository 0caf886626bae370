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
    removed: CauseFact


@dataclass(frozen=True)
class CauseFact:
    """What ``plugin`` does to a field (it sets it, changes its type, takes it away), at the ``place`` that says so."""

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


@dataclass(frozen=True)
class MarkFact:
    """Another place of a finding, and what is said of it."""

    note: str
    place: Place = field(compare=False)


@dataclass(frozen=True)
class TypedTestFact:
    """A comparison of ``field``, a ``kind`` (text, integer or float) as ``origin`` makes it, with a ``literal`` that is none.

    ``stops``: it is one by size, which Logstash cannot do; any other has the same result for each event of ``origin``. Such
    comparisons of a field that come after it are in ``marks``, with the place where the kind comes from.
    """

    field: str
    operator: str
    literal: str
    kind: str
    stops: bool
    place: Place
    origin: CauseFact
    marks: tuple[MarkFact, ...]


@dataclass(frozen=True)
class LostTextFact:
    """A ``field`` that is removed whether or not ``parser`` could read it; of ``tags`` the tag that says that it could not, which
    may be removed by its name (``_grokparsefailure``), too.

    ``ecs`` is the mode of the pipeline as its settings say it, ``original`` whether [event] or what is in it is removed too.
    """

    field: str
    ecs: str
    original: bool
    place: Place
    parser: CauseFact


@dataclass(frozen=True)
class ListedFact:
    """A ``field`` with a text to which a filter adds another, so that it becomes a list; ``capture``: what grok captures.

    ``by`` is why it has one: a condition finds it, at ``origin``, or beats sends it, by the input there, or a filter adds it, or
    a grok before it captures it in all that both can read.
    """

    field: str
    by: str
    capture: bool
    place: Place
    _origin: Place

    @property
    def origin(self) -> PlaceFact:
        """Where that is said."""
        return PlaceFact(self._origin)


@dataclass(frozen=True)
class UnservedFact:
    """Outputs that are all for events which ``parser`` could read: they have its ``tag``, or (``on_purpose``) none of failure."""

    tag: str
    on_purpose: bool
    place: Place
    parser: CauseFact


@dataclass(frozen=True)
class GoneTextFact:
    """A text of ``plugin`` with the ``field`` of a ``%{...}`` that no event has any more there."""

    plugin: str
    field: str
    place: Place
    removed: CauseFact


@dataclass(frozen=True)
class AddedTwiceFact:
    """A ``field`` that a filter adds at ``place`` although ``first`` has set it for every event that comes there."""

    field: str
    place: Place
    first: CauseFact
