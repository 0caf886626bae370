"""What is said of fields that nothing sets. Field names are the language of rule pages."""

from __future__ import annotations

from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Place
from pipelint.engines.logstash.facts.dataflow.facts import CauseFact


@dataclass(frozen=True)
class UnsetReadFact:
    """A ``field`` that ``plugin`` (``a condition``) reads and nothing before it sets.

    ``text``: its reference stays in a text as it is written. ``elsewhere`` captures it for other events, or after it. ``known``:
    no event has any field but those that the config shows. ``rows``: all events are rows of a database, whose columns have
    names in lower case. ``setting`` is that of an output which is nothing but the reference. ``others`` read the same one later.
    """

    field: str
    plugin: str
    place: Place
    text: bool
    known: bool
    elsewhere: CauseFact | None
    rows: bool
    setting: str
    others: list[CauseFact]


@dataclass(frozen=True)
class PartlyNamedFact:
    """A ``field`` in the name of an index that ``setters`` alone set: some events meet no condition of theirs.

    ``inner``: it is below @metadata, where hardly any sender has fields.
    """

    field: str
    inner: bool
    setters: list[CauseFact]
    place: Place
