"""What became of a whole sample: for each stage how many events came, what it did with them, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from pipelint.base.lean.record import dataclass, field
from pipelint.trace.model import Fate, Journey, Step

if TYPE_CHECKING:
    from pipelint.base.text.document import Place
    from pipelint.graph.stage import Stage

# Different reasons that are kept of a stage: texts of a sample may stand in them.
_MOST_REASONS = 100


@dataclass(slots=True)
class Reason:
    """Why a stage did something to events that it does not do to all: how often, and the line of the first of them."""

    fate: Fate
    text: str
    place: Place | None
    line: int
    events: int = 0


@dataclass(slots=True)
class StageTally:
    """The events that came to a stage and those that it gave on; ``others`` are events whose reasons were not kept."""

    stage: Stage
    came: int = 0
    given: int = 0
    fates: Counter[Fate] = field(default_factory=Counter)
    reasons: dict[tuple[Fate, str, Place | None], Reason] = field(default_factory=dict)
    others: int = 0

    def add(self, step: Step, line: int) -> None:
        """Counts what the stage did with an event that began on ``line`` of the sample."""
        self.came += 1
        self.given += len(step.events)
        self.fates[step.fate] += 1
        if not step.reason:
            return
        key = (step.fate, step.reason, step.place)
        if key not in self.reasons:
            if len(self.reasons) == _MOST_REASONS:
                self.others += 1
                return
            self.reasons[key] = Reason(*key, line)
        self.reasons[key].events += 1


@dataclass(slots=True)
class Tally:
    """What became of ``lines`` lines in ``journeys`` events; ``kept`` is the journey of the line that was asked for."""

    lines: int = 0
    journeys: int = 0
    stages: dict[int, StageTally] = field(default_factory=dict)
    kept: Journey | None = None

    def of(self, stage: Stage) -> StageTally:
        """That of a stage."""
        if stage.index not in self.stages:
            self.stages[stage.index] = StageTally(stage)
        return self.stages[stage.index]


def tally(journeys: Iterable[Journey], line: int | None = None) -> Tally:
    """Counts journeys. With ``line`` (from 1) it ends at the first one that this line belongs to, which is ``kept``."""
    found = Tally()
    for journey in journeys:
        found.journeys += 1
        found.lines = max(found.lines, journey.last)
        for step in journey.steps:
            found.of(step.stage).add(step, journey.first)
        if line is not None and journey.first <= line <= journey.last:
            found.kept = journey
            break
    return found
