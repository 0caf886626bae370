"""The words of a measurement: what is asked, what is known of one variant of a config, what came of all."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING

from pipelint.base.lean.record import dataclass, field
from pipelint.cost.interval import Interval
from pipelint.measure.series import interval, precision
from pipelint.measure.sinks.base import Manners

if TYPE_CHECKING:
    from pipelint.base.text.document import Place
    from pipelint.graph.stage import Stage
    from pipelint.language.config import Config


@dataclass(frozen=True, slots=True)
class Plan:
    """How something is measured.

    ``program``: the words of the engine, none for the one that is installed. ``sample``: a file of lines, "" for generated
    ones of ``line_bytes``. ``precision``: the share of the result that half its interval is to be; ``runs``: how many are made
    at most; after ``seconds`` none begins. ``cpu``: seconds of CPU of one of them. Seconds: ``start`` until it reads, ``wait``
    until lines are worked off, ``idle`` without work that end a run. ``disk``: bytes that may be written.
    """

    program: tuple[str, ...] = ()
    sample: str = ""
    line_bytes: int = 250
    precision: float = 0.05
    runs: int = 20
    seconds: float = math.inf
    cpu: float = 1.0
    start: float = 60.0
    wait: float = 120.0
    idle: float = 1.2
    disk: int = 2_000_000_000
    manners: Manners = Manners()


@dataclass(slots=True)
class Measured:
    """One variant of a config: without ``gone``, the stages that were taken away, the last of which this variant lacks first.

    ``predicted``: µs of CPU per line by the estimate of this variant; ``us``: what each run has measured.
    """

    gone: tuple[Stage, ...] = ()
    predicted: Interval | None = None
    us: list[float] = field(default_factory=list)

    @property
    def measured(self) -> Interval | None:
        """The middle of the runs, and where nine of ten such middles would lie; None before the first run."""
        return interval(self.us) if self.us else None

    @property
    def precision(self) -> float:
        """Half of that interval's width against its middle."""
        return precision(self.us)


@dataclass(frozen=True, slots=True)
class Worked:
    """What the engine itself says of a stage: µs that its workers spent there for each line, and events that came, per line."""

    stage: Stage
    us: float
    events: float


@dataclass(slots=True)
class Result:
    """What came of a measurement. ``variants``: the whole config first. ``error`` (at ``place``) or ``stopped`` (the signal) say
    why it ended early.

    ``version`` is the engine's own word; ``lines``: what was fed, in words; ``scale``: the speed of this machine in the
    prediction; ``size``: lines of a small and a large run; ``worked``: by the engine's own statistics. ``notes`` are sentences.
    """

    config: Config
    variants: list[Measured] = field(default_factory=list)
    version: str = ""
    program: str = ""
    lines: str = ""
    scale: float = 1.0
    size: tuple[int, int] = (0, 0)
    worked: list[Worked] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    error: str = ""
    place: Place | None = None
    stopped: int = 0


@dataclass(frozen=True, slots=True)
class StageShare:
    """What a stage costs: the difference of the variants with and without it. None is what was not predicted or measured."""

    stage: Stage
    measured: Interval | None
    predicted: float | None


def stage_shares(variants: list[Measured]) -> list[StageShare]:
    """What was taken away step by step, in the order in which events meet it; what is left is the last variant itself."""
    found = []
    for fuller, barer in pairwise(variants):
        predicted = None
        if fuller.predicted is not None and barer.predicted is not None:
            predicted = fuller.predicted.mid - barer.predicted.mid
        found.append(StageShare(barer.gone[-1], _less(fuller.measured, barer.measured), predicted))
    return found[::-1]


def _less(more: Interval | None, less: Interval | None) -> Interval | None:
    if more is None or less is None:
        return None
    mid = more.mid - less.mid
    half = ((more.high - more.mid) ** 2 + (less.high - less.mid) ** 2) ** 0.5
    return Interval(mid - half, mid, mid + half)
