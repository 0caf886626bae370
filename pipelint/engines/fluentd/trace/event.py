"""Events on their way, and the journeys that they make."""

from __future__ import annotations

from collections.abc import Sequence

from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Place
from pipelint.engines.fluentd.trace.time.clock import Time, written
from pipelint.graph.stage import Stage
from pipelint.trace.model import Event, Fate, Journey, Reading, Step


class Trail:
    """The journey of a line, or of several that were joined; ``held`` is how many stages hold a part of it."""

    __slots__ = ("first", "held", "joined", "last", "steps")

    def __init__(self, first: int, last: int, steps: list[Step] | None = None) -> None:
        self.first, self.last = first, last
        self.steps: list[Step] = [] if steps is None else steps
        self.held = 0
        self.joined: Trail | None = None

    def whole(self) -> Trail:
        """The journey that this one became a part of, else itself."""
        found = self
        while found.joined is not None:
            found = found.joined
        return found

    def journey(self, source: Stage) -> Journey:
        """As the outside has it."""
        return Journey(self.first, self.last, source, tuple(self.steps))


def join(trails: Sequence[Trail]) -> Trail:
    """One journey of several, as their events became one."""
    wholes = list(dict.fromkeys(trail.whole() for trail in trails))
    one = wholes[0]
    for other in wholes[1:]:
        one.first, one.last = min(one.first, other.first), max(one.last, other.last)
        one.steps += other.steps
        one.held += other.held
        other.joined = one
    return one


class Live:
    """An event in the engine; a record is one object for all branches of a copy, as it is there."""

    __slots__ = ("reading", "record", "tag", "time", "trail")

    def __init__(self, tag: str, time: Time, record: object, trail: Trail, reading: Reading | None = None) -> None:
        """``reading``: of the stage that made it, for its step."""
        self.tag, self.time, self.record, self.trail, self.reading = tag, time, record, trail, reading

    def step(
        self, stage: Stage, fate: Fate, events: tuple[Event, ...] = (), reason: str = "", place: Place | None = None
    ) -> None:
        """Notes a step."""
        self.trail.whole().steps.append(Step(stage, fate, events, reason, place, self.reading))
        self.reading = None

    def event(self) -> Event:
        """As it is now."""
        return Event(snapshot(self.record), self.tag, written(self.time))


def snapshot(value: object) -> object:
    """A copy of a value that later stages do not change."""
    if isinstance(value, dict):
        return {key: snapshot(item) if isinstance(item, (dict, list)) else item for key, item in value.items()}
    return [snapshot(item) for item in value] if isinstance(value, list) else value


@dataclass(slots=True)
class Outcome:
    """What a filter did with an event other than to give it on.

    ``live`` goes on. ``failed`` are the events that it reported as errors, each with the reason.
    """

    fate: Fate
    live: tuple[Live, ...] = ()
    reason: str = ""
    place: Place | None = None
    failed: tuple[tuple[Live, str], ...] = ()
