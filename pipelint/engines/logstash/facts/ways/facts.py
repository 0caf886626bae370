"""What is said of the ways of events. Field names are the language of rule pages."""

from __future__ import annotations

from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Place
from pipelint.engines.logstash.facts.dataflow.facts import CauseFact


@dataclass(frozen=True)
class UnsentFact:
    """A pipeline whose outputs all have conditions that an event may meet none of; ``place`` is the first, ``count`` how many."""

    count: int
    place: Place


@dataclass(frozen=True)
class ListAskedFact:
    """A comparison of a ``field`` with a text or with a list of texts: it is a list itself where ``first`` and ``second`` add to
    it for one event."""

    field: str
    first: CauseFact
    second: CauseFact
    place: Place


@dataclass(frozen=True)
class WhenFact:
    """A ``when`` of Ruby code with the expression ``text``: what it would take ``taker``, the one with ``earlier``, has taken."""

    text: str
    earlier: str
    taker: CauseFact
    place: Place
