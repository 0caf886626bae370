"""What a sample shows of a config: for each stage how many events came, what it did with them, and what they were made of."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar

from pipelint.base.lean.record import dataclass, field
from pipelint.trace.model import Fate, Journey, Step
from pipelint.trace.shape import Shape, shape_of

if TYPE_CHECKING:
    from pipelint.base.condition import Condition
    from pipelint.trace.model import Event

# Events of which it is noted what they are made of, about; names of fields and tags that are kept of a stage.
_MEASURED, _MOST_NAMES = 1_000, 1_000
_NO_TIME = ("", "?")
# A field belongs to the record where so many events have it.
USUAL = 0.5
_SUMS = ("came", "gave", "failed", "unknown", "times", "fresh", "chosen", "tried", "rejected")

_Sums = TypeVar("_Sums", "Shapes", "StageSeen")


@dataclass(slots=True)
class Shapes:
    """Sums over ``count`` events: bytes and fields; by field how often it is there, is new in this stage, and its bytes."""

    count: float = 0.0
    bytes: float = 0.0
    fields: float = 0.0
    there: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    new: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    sizes: dict[str, float] = field(default_factory=lambda: defaultdict(float))

    def count_one(self, shape: Shape, before: Shape | None) -> None:
        """Counts an event that a stage gives on, and how it was before."""
        names = shape.sizes.keys() - {""}
        self.count += 1
        self.bytes += shape.bytes
        self.fields += len(names)
        old = before.sizes.keys() if before is not None else ()
        for name in names:
            if name in self.there or len(self.there) < _MOST_NAMES:
                self.there[name] += 1
                self.new[name] += name not in old
                self.sizes[name] += shape.sizes[name]

    def add(self, other: Shapes, weight: float) -> None:
        """Adds those of another sample, ``weight`` times."""
        _add(self, other, weight, ("count", "bytes", "fields"), ("there", "new", "sizes"))

    def size(self, name: str) -> float:
        """The mean bytes of a field where it is there."""
        return self.sizes[name] / self.there[name]

    def nested(self, fields: Mapping[str, float]) -> float:
        """How many of these fields, by how often each is there, an event has inside others."""
        return sum(there for name, there in fields.items() if "." in name) / self.count

    def usual(self) -> dict[str, float]:
        """The fields that most events have, with their mean bytes."""
        return {name: self.size(name) for name, there in self.there.items() if there >= USUAL * self.count}


@dataclass(slots=True)
class StageSeen:
    """Events that ``came`` to a stage and those that it ``gave`` on, those that ``failed``, and that could not be followed.

    ``tags``: of those that it gave on. ``times`` of them have a known time, ``fresh`` another one than the last two.
    ``taken``: by number of an alternative how many took it, of ``alternatives`` (0 of a stage without); ``chosen``: how many
    events were to be taken; ``tried``: attempts that failed, ``rejected`` of them without a step.
    """

    came: float = 0.0
    gave: float = 0.0
    failed: float = 0.0
    unknown: float = 0.0
    tags: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    times: float = 0.0
    fresh: float = 0.0
    alternatives: int = 0
    chosen: float = 0.0
    taken: dict[int, float] = field(default_factory=lambda: defaultdict(float))
    tried: float = 0.0
    rejected: float = 0.0
    shapes: Shapes = field(default_factory=Shapes)
    _last: tuple[str, str] = ("", "")

    @property
    def followed(self) -> float:
        """Events of which it is known what became of them."""
        return self.came - self.unknown

    def add(self, other: StageSeen, weight: float) -> None:
        """Adds what another sample shows of the stage, ``weight`` times."""
        _add(self, other, weight, _SUMS, ("taken", "tags"))
        self.alternatives = max(self.alternatives, other.alternatives)
        if other.shapes.count:
            # Only some events were measured: what they are made of counts for all that the stage gave on.
            self.shapes.add(other.shapes, weight * other.gave / other.shapes.count)

    def note(self, step: Step) -> None:
        """Counts what a step says beside the way of the event."""
        if (reading := step.reading) is not None and reading.count:
            self.alternatives = reading.count
            self.chosen += 1
            self.tried += reading.failed
            self.rejected += reading.rejected
            if reading.taken is not None:
                self.taken[reading.taken] += 1

    def give(self, event: Event, stamp: str) -> None:
        """Counts an event that goes on, whose time was read from ``stamp``."""
        self.gave += 1
        if event.tag in self.tags or len(self.tags) < _MOST_NAMES:
            self.tags[event.tag] += 1
        time = stamp or event.time
        if time not in _NO_TIME:
            self.times += 1
            if time not in self._last:
                self.fresh += 1
                self._last = (time, self._last[0])


@dataclass(slots=True)
class Seen:
    """What the lines show that one source reads: by stage, and of conditions how often they were asked and held."""

    source: int
    lines: int
    stages: dict[int, StageSeen] = field(default_factory=dict)
    answers: dict[int, list[float]] = field(default_factory=dict)
    conditions: list[Condition] = field(default_factory=list)

    def has_tag(self, stage: int, tag: str) -> bool:
        """Whether a stage gave on events with this tag."""
        return stage in self.stages and tag in self.stages[stage].tags


def seen(journeys: Iterable[Journey], source: int, lines: int, *, one_way: bool) -> Seen:
    """What the journeys of ``lines`` lines show. ``one_way``: what fails in a stage goes on in its pipeline."""
    folder = _Folder(Seen(source, lines), one_way, max(1, lines // _MEASURED))
    for number, journey in enumerate(journeys):
        folder.add(journey, number)
    return folder.end()


class _Folder:
    def __init__(self, found: Seen, one_way: bool, every: int) -> None:
        self.found, self.one_way, self.every = found, one_way, every
        self.waiting: set[int] = set()

    def add(self, journey: Journey, number: int) -> None:
        for condition, holds in journey.answers:
            counts = self.found.answers.get(id(condition))
            if counts is None:
                counts = self.found.answers[id(condition)] = [0.0, 0.0]
                # As long as it is there, no other condition has its identity.
                self.found.conditions.append(condition)
            counts[0] += 1
            counts[1] += holds
        measured = number % self.every == 0
        last: Step | None = None
        shape: Shape | None = None
        record: object = None
        waiting: dict[int, int] = {}
        open_failures: set[int] = set()
        for step in journey.steps:
            index = self._index(step)
            seen = self.found.stages.get(index)
            if seen is None:
                seen = self.found.stages[index] = StageSeen()
            seen.note(step)
            # An event that a stage held before, or that failed in it and goes on all the same, does not come once more.
            again = step.fate is Fate.PASSED and (
                (last is not None and last.stage is step.stage and last.fate is Fate.HELD) or index in open_failures
            )
            seen.came += not again
            # A line that a source fails on may become an event as it is; one that fails later goes another way.
            goes_on = step.fate in (Fate.PASSED, Fate.SENT) or (
                step.fate is Fate.FAILED and (self.one_way or index == self.found.source)
            )
            if step.fate is Fate.HELD:
                waiting[index] = waiting.get(index, 0) + 1
            elif step.fate is Fate.UNKNOWN:
                seen.unknown += 1
            elif step.fate is Fate.FAILED:
                seen.failed += 1
                if not goes_on:
                    open_failures.add(index)
            if goes_on:
                open_failures.discard(index)
                waiting.pop(index, None)
                for event in step.events:
                    seen.give(event, step.reading.stamp if step.reading is not None else "")
                    if measured:
                        before = None if index == self.found.source else shape
                        if event.record is not record or shape is None:
                            record, shape = event.record, shape_of(event.record)
                        seen.shapes.count_one(shape, before)
            last = step
        self.waiting |= waiting.keys()

    def end(self) -> Seen:
        """What was seen. What a stage still holds when the sample ends becomes one event."""
        for index in self.waiting:
            self.found.stages[index].gave += 1
        return self.found

    def _index(self, step: Step) -> int:
        """The stage that a step counts for: of a source's parser or codec the source."""
        parent = step.stage.parent
        return self.found.source if parent == self.found.source else step.stage.index


def _add(sums: _Sums, more: _Sums, weight: float, numbers: Sequence[str], counts: Sequence[str]) -> None:
    for name in numbers:
        setattr(sums, name, getattr(sums, name) + weight * getattr(more, name))
    for name in counts:
        into = getattr(sums, name)
        for key, count in getattr(more, name).items():
            into[key] += weight * count
