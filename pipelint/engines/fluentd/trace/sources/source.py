"""What all sources have in common: which events come of a line, and what is said of the line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Place
from pipelint.engines.fluentd.trace.params import Params
from pipelint.engines.fluentd.trace.time.clock import NOW, Time
from pipelint.engines.fluentd.trace.values import LostError
from pipelint.trace.model import UNKNOWN, Fate, Reading


@dataclass(frozen=True, slots=True)
class Read:
    """What comes of the lines ``first`` to ``last``: an event, or why there is none (a ``fate`` other than PASSED)."""

    first: int
    last: int
    fate: Fate
    tag: str = ""
    time: Time = NOW
    record: object = None
    has_event: bool = False
    reason: str = ""
    place: Place | None = None
    reading: Reading | None = None


class Source(Protocol):
    """One source at work."""

    def feed(self, number: int, line: bytes) -> Iterator[Read]:
        """What line ``number`` brings to an end. Raises LostError."""
        ...

    def end(self) -> Iterator[Read]:
        """What waits when the lines are over."""
        ...


def lost(number: int, error: LostError) -> Read:
    """A line that cannot be followed."""
    return Read(number, number, Fate.UNKNOWN, reason=error.reason, place=error.place)


def failed(number: int, reason: str, place: Place | None = None, first: int = 0) -> Read:
    """A line that is no event: Fluentd writes a warning, and goes on."""
    return Read(first or number, number, Fate.FAILED, reason=reason, place=place)


def named_field(params: Params, record: object, *names: str) -> None:
    """Sets the fields whose names parameters give, to what only the connection knows."""
    for name in names:
        key = params.optional(name)
        if key is not None and isinstance(record, dict):
            record[key] = UNKNOWN
