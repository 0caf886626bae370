"""The words in which an engine's tracer answers: events, steps, journeys."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Protocol

from pipelint.base.lean.enum import Enum
from pipelint.base.lean.record import dataclass

if TYPE_CHECKING:
    from pipelint.base.condition import Condition
    from pipelint.base.text.document import Place
    from pipelint.graph.stage import Stage
    from pipelint.language.config import Config


class Unknown:
    """A value that only the running engine knows: the time of reading, what a database answers. Reports show it as ``?``.

    Where a database may have no answer, only the running engine knows whether there is a value, too.
    """

    def __repr__(self) -> str:
        return "UNKNOWN"


UNKNOWN = Unknown()


class Fate(Enum):
    """What a stage did with an event."""

    PASSED = "passed"  # gave it on, changed or not
    FAILED = "failed"  # could not do its work on it; what came of it are the step's events
    DROPPED = "dropped"  # took it out of the pipeline
    HELD = "held"  # waits for events that the sample does not have
    SENT = "sent"  # an output took it
    NOWHERE = "nowhere"  # no stage takes it
    UNKNOWN = "unknown"  # cannot be followed from here


@dataclass(frozen=True, slots=True)
class Event:
    """An event between two stages. ``record`` is made of JSON's values and ``UNKNOWN``; Fluentd lets through others than objects.

    ``time`` is in the engine's own form (Fluentd: seconds since 1970 as text), "" where it is the time of reading, "?" where it
    is not known (the machine's time zone or the year decides it). ``tag`` is "" for an engine without tags.
    """

    record: object
    tag: str = ""
    time: str = ""


@dataclass(frozen=True, slots=True)
class Reading:
    """How a stage read an event. ``stamp``: the text that it read the time from, "" for none.

    ``taken``: which of ``count`` alternatives (patterns, formats) took it, from 0; None for none of them. ``failed`` were tried
    before, ``rejected`` of these without a single step, as the text lacks what each match has.
    """

    stamp: str = ""
    taken: int | None = None
    count: int = 0
    failed: int = 0
    rejected: int = 0


@dataclass(frozen=True, slots=True)
class Step:
    """One stage's work on one event: what it gives on, and why it failed, dropped it, or cannot be followed.

    ``reason`` is a sentence without a full stop, "" for what passed. ``place`` is the part of the config that decided, such as
    the part of a pattern that a text got stuck at; else the stage's own. ``reading`` is for a stage that parses.
    """

    stage: Stage
    fate: Fate
    events: tuple[Event, ...] = ()
    reason: str = ""
    place: Place | None = None
    reading: Reading | None = None


@dataclass(frozen=True, slots=True)
class Journey:
    """What became of the lines ``first`` to ``last`` of a sample (from 1; several for an event of several lines).

    ``steps`` are in the order in which the engine takes them, all branches of a copy one after the other. ``answers``: the
    conditions that were asked, each with whether it held.
    """

    first: int
    last: int
    source: Stage
    steps: tuple[Step, ...]
    answers: tuple[tuple[Condition, bool], ...] = ()


@dataclass(frozen=True, slots=True)
class Given:
    """What is known of a sample beside its lines, "" where nothing is.

    ``tag``: that of its events where their senders choose it. ``path``: the file that the engine reads them from. ``zone``: the
    time zone of the engine's machine ("UTC", "Asia/Tokyo"), for times without one.
    """

    tag: str = ""
    path: str = ""
    zone: str = ""


NOTHING = Given()


class Tracer(Protocol):
    """How an engine's stages treat events."""

    def sources(self, config: Config) -> tuple[Stage, ...]:
        """The sources that a sample can stand for, in the order of the config."""
        ...

    def trace(self, config: Config, source: Stage, lines: Iterable[bytes], given: Given = NOTHING) -> Iterator[Journey]:
        """The journeys of lines (without their line ends) that ``source`` reads, in the order in which they end.

        It remembers no line for longer than the config's own stages do. Raises ValueError for a time zone that there is none of.
        """
        ...
