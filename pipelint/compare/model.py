"""What a comparison gives: Comparison, and Compared for each config, with its stages, costs, findings and failures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipelint.base.finding import Finding, Note, Problem
from pipelint.base.lean.enum import Enum
from pipelint.base.lean.record import dataclass, field
from pipelint.base.text.document import Place
from pipelint.graph.stage import Stage
from pipelint.settings.model import Settings

if TYPE_CHECKING:
    from pipelint.checker.trial.what_if import Flows
    from pipelint.cost.capacity import Capacity
    from pipelint.cost.estimate import Estimate
    from pipelint.cost.interval import Interval
    from pipelint.language.config import Config
    from pipelint.sources import Entry


class Status(Enum):
    """What became of a config."""

    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"
    UNCHANGED = "unchanged"


class Change(Enum):
    """What became of a stage; ``moved`` is the same plugin with the same settings at another turn."""

    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"
    MOVED = "moved"


class Direction(Enum):
    """Whether the change makes a config slower or faster, for certain; ``unclear`` where the model cannot tell."""

    SLOWER = "slower"
    FASTER = "faster"
    SAME = "same"
    UNCLEAR = "unclear"


@dataclass(frozen=True, slots=True)
class ParamChange:
    """A parameter that differs: its values before and after as they may be shown, None where it is not set.

    ``secret`` says that one of them is a secret as a whole: then there is nothing to show.

    ``name`` has the sections between the stage and the parameter (``record.host``); ``plugin``, ``pattern``, ``label``,
    ``worker`` and ``if`` in angle brackets are what a stage is by itself. ``place`` is where it stands in HEAD.
    """

    name: str
    before: str | None
    after: str | None
    place: Place | None
    secret: bool = False


@dataclass(frozen=True, slots=True)
class StageChange:
    """A stage that came, went or changed: what it was and is, and which of its parameters differ."""

    change: Change
    before: Stage | None
    after: Stage | None
    params: tuple[ParamChange, ...] = ()

    @property
    def stage(self) -> Stage:
        """The stage in HEAD; of a removed one that in BASE."""
        stage = self.after or self.before
        assert stage is not None
        return stage


@dataclass(frozen=True, slots=True)
class Blame:
    """A stage whose cost differs: ``us`` is µs of CPU per input line, after less before: low, middle and high.

    ``change`` is what changed of it; None where it is itself unchanged and only meets other events. ``known`` is false where
    its plugin was not measured.
    """

    stage: Stage
    change: StageChange | None
    us: tuple[float, float, float]
    known: bool


@dataclass(frozen=True, slots=True)
class CostChange:
    """What a change costs. ``rate`` is events/s per CPU after it, divided by that before it (0.5: half as many).

    ``blames`` are all stages whose cost differs, the most first. ``doubts`` say in words why the direction or the size is not
    certain.
    """

    before: Estimate
    after: Estimate
    rate: Interval
    direction: Direction
    blames: tuple[Blame, ...]
    doubts: tuple[str, ...]

    @property
    def slowdown(self) -> float:
        """The share of the rate that is lost (0.1: a tenth); negative where it grows."""
        return 1 - self.rate.mid


@dataclass(frozen=True, slots=True)
class PodChange:
    """What a workload can take, before and after; None where it is not there or has no CPU limit.

    ``label`` says which one (``DaemonSet logging/fluentd``); empty where only a CPU limit was given.
    """

    label: str
    before: Capacity | None
    after: Capacity | None


class Gate(Enum):
    """What a change can fail on."""

    FINDING = "finding"
    SLOWDOWN = "slowdown"
    BUDGET = "budget"


@dataclass(frozen=True, slots=True)
class Failure:
    """Why the change of a config fails, in words."""

    gate: Gate
    message: str


@dataclass(frozen=True, slots=True)
class Limits:
    """What a change may cost, where the command line says it: the share of the rate that may be lost, the least events/s per CPU.

    None where the settings of the config count.
    """

    max_slowdown: float | None = None
    min_events: float | None = None


@dataclass(frozen=True, slots=True)
class Compared:
    """One config before and after. ``notes`` say in words what kept something from being compared.

    ``before_estimate`` and ``after_estimate`` are None where that side has no estimate. ``config_params`` are settings outside of
    all stages (``<system>``, those of a Logstash pipeline). ``former`` is its name in BASE where that is another one. An
    unchanged config has nothing but its names: most are not even loaded. ``configs`` are those that findings may quote, BASE
    first; ``flows`` what goes along the edges of each.
    """

    status: Status
    before: Entry | None
    after: Entry | None
    settings: Settings = field(default_factory=Settings)
    stages: tuple[StageChange, ...] = ()
    config_params: tuple[ParamChange, ...] = ()
    before_estimate: Estimate | None = None
    after_estimate: Estimate | None = None
    cost: CostChange | None = None
    new: tuple[Finding, ...] = ()
    fixed: tuple[Finding, ...] = ()
    notes: tuple[str, ...] = ()
    failures: tuple[Failure, ...] = ()
    pods: tuple[PodChange, ...] = ()
    former: str = ""
    configs: tuple[Config, ...] = ()
    flows: tuple[Flows, ...] = ()

    @property
    def entry(self) -> Entry:
        """The config in HEAD; of a removed one that in BASE."""
        entry = self.after or self.before
        assert entry is not None
        return entry

    @property
    def sealed(self) -> bool:
        """Whether nothing of it may be quoted."""
        return any(entry is not None and entry.sealed for entry in (self.before, self.after))

    @property
    def name(self) -> str:
        """What it is called in HEAD; of a removed one in BASE."""
        return self.entry.name


@dataclass(frozen=True, slots=True)
class Comparison:
    """All configs of both sides, in the order of HEAD, then what only BASE has.

    ``problems`` is input of HEAD that could not be read, ``known_problems`` what of it was as unreadable in BASE,
    ``base_problems`` what could not be read of BASE alone.
    """

    base: str
    head: str
    configs: tuple[Compared, ...]
    problems: tuple[Problem, ...]
    known_problems: tuple[Problem, ...]
    base_problems: tuple[Problem, ...]
    notes: tuple[Note, ...]

    @property
    def failed(self) -> bool:
        """Whether any change is more than what is allowed."""
        return any(config.failures for config in self.configs)

    def of(self, status: Status) -> list[Compared]:
        """The configs of which this became."""
        return [config for config in self.configs if config.status is status]
