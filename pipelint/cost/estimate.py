"""The estimate: predicted µs of CPU per event and events per CPU second of a config, stage by stage."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from pipelint.base.lean.once import cached_property
from pipelint.base.lean.record import dataclass, field, replace
from pipelint.cost.events.traffic import TrafficProfile
from pipelint.cost.events.walk import Walked, walk
from pipelint.cost.events.work import CostRules, Grade, StageLoad, Terms, add
from pipelint.cost.interval import Interval, joined
from pipelint.cost.model import CostModel
from pipelint.cost.regex.purse import one_estimate
from pipelint.cost.waiting import settled, waiting_share
from pipelint.graph.stage import Stage, StageGraph

if TYPE_CHECKING:
    from pipelint.cost.samples.observed import Observed

# Even a pipeline whose every stage is unknown moves its events; a rate must stay finite.
LEAST_US = 0.01
# The share of the cost that has to be left for it to be a pipeline.
LEAST_LEFT = 0.01


@dataclass(frozen=True, slots=True)
class StageCost:
    """One stage's part: µs of CPU per input line, its share of the total, events that reach it per input line.

    ``grade``: how well the plugin's work is known; the interval is the wider for it. ``terms`` are the amounts of work that the
    cost is made of, per input line: two estimates of one model differ by what they differ in. ``here``: the cost is no
    prediction, it was measured where the config runs.
    """

    stage: Stage
    us_per_event: Interval
    share: float
    events: float
    grade: Grade
    terms: Mapping[str, float] = field(default_factory=dict)
    here: bool = False


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a config is predicted to cost per input line and CPU, with an interval that nine of ten should lie in.

    ``assumptions`` say in words what the config left open, ``observed`` what samples showed of it. ``serial`` is the largest
    share of the cost that one thread has to do, 0 where any may.
    """

    us_per_event: Interval
    events_per_cpu_second: Interval
    stages: tuple[StageCost, ...]
    assumptions: tuple[str, ...]
    observed: Observed | None = None
    serial: float = 0.0

    def share(self, grade: Grade) -> float:
        """The share of the cost that stages of a grade have (0 to 1)."""
        whole = math.fsum(cost.share for cost in self.stages)
        return math.fsum(cost.share for cost in self.stages if cost.grade is grade) / whole if whole else 0.0

    @property
    def here(self) -> float:
        """The share of the cost that was measured where the config runs (0 to 1)."""
        return math.fsum(cost.share for cost in self.stages if cost.here)

    def plugins(self, grade: Grade) -> tuple[str, ...]:
        """The plugins of a grade, each once, in the order of the config."""
        return tuple(dict.fromkeys(cost.stage.plugin for cost in self.stages if cost.grade is grade))

    @property
    def bottleneck(self) -> StageCost | None:
        """The dearest stage, None where no stage costs anything."""
        dearest = max(self.stages, key=lambda s: s.us_per_event.mid, default=None)
        return dearest if dearest is not None and dearest.us_per_event.mid > 0 else None

    def per_second(self, cpu_limit: float, processes: int | None = None) -> Interval:
        """Events per second of a process that may use ``cpu_limit`` CPUs.

        ``processes`` is how many processes share the work, each of which uses one CPU at most (workers); None for
        an engine that spreads it over threads, as far as one of them need not do it all.
        """
        return self.events_per_cpu_second.times(min(cpu_limit, self.cpus if processes is None else processes))

    @property
    def cpus(self) -> float:
        """How many CPUs a process can use: until the thread that has most to do is always busy."""
        return 1 / self.serial if self.serial else math.inf

    def if_free(self, cost: StageCost) -> float | None:
        """Events per CPU second if this stage alone (not its parts) cost nothing; None where hardly a pipeline would be left."""
        left = self.us_per_event.mid - cost.us_per_event.mid
        return 1e6 / left if left > LEAST_LEFT * self.us_per_event.mid else None


def estimate(
    graph: StageGraph,
    traffic: TrafficProfile,
    rules: CostRules,
    model: CostModel,
    scale: float = 1.0,
    observed: Observed | None = None,
    *,
    ranges: bool = False,
) -> Estimate | None:
    """Predict the cost of a config; None where no event enters it.

    ``rules`` are those of its engine. ``scale`` is the speed of a CPU against the one measured (2.0: twice as fast). A worker
    uses one core at most, so more workers change the rate of a machine and not the rate per CPU second. ``ranges``: the interval
    also holds what the assumed figures of the traffic may be, which takes a walk for each of them. Raises CostModelError on a
    model that lacks terms.
    """
    return Walks(graph, traffic, rules, observed, scale).estimate(model, ranges=ranges)


class Walks:
    """The walks of one config: under its ``traffic``, and under what else that may be where nobody says. Each is made once.

    ``scale`` as of ``estimate``.
    """

    def __init__(
        self, graph: StageGraph, traffic: TrafficProfile, rules: CostRules, observed: Observed | None = None, scale: float = 1.0
    ) -> None:
        if traffic.stages and scale != 1:
            # They are µs of the CPU that the config runs on, all others of the measured one.
            traffic = replace(traffic, stages=tuple(replace(row, us=row.us and row.us * scale) for row in traffic.stages))
        self._graph, self._traffic, self._rules, self._observed = graph, traffic, rules, observed
        self._scale = scale

    @cached_property
    def assumed(self) -> Walked | None:
        """The walk under the traffic that is assumed; None where no event enters the config."""
        return self._walked(self._traffic)

    @cached_property
    def open(self) -> list[list[Walked]]:
        """Those under what each assumed figure of the traffic may be, figure by figure."""
        if self.assumed is None:
            return []
        # Imported here: an estimate in a check needs none.
        from pipelint.cost.ranges import others

        every = others(self.assumed, self._traffic)
        return [[walked for like in likes if (walked := self._walked(like)) is not None] for likes in every]

    def estimate(self, model: CostModel, *, ranges: bool = False) -> Estimate | None:
        """As ``estimate``."""
        if self.assumed is None:
            return None
        open_ = [[total(walked, model) for walked in some] for some in self.open] if ranges else []
        found = estimated(self.assumed, model, self._scale, open_)
        shares = [(cost.share, self._rules.threads(cost.stage)) for cost in found.stages]
        common = math.fsum(share for share, threads in shares if threads == 0)
        serial = max([common, *(share / threads for share, threads in shares if threads)])
        return replace(found, observed=self._observed, serial=min(1.0, serial))

    def flows(self) -> dict[tuple[int, int], float]:
        """Events per input line that go along each edge, under the traffic that is assumed; see ``flows``."""
        # Imported here: only pictures need it.
        from pipelint.cost.events.flows import flows

        return flows(self._graph, self._traffic, self._rules, self._observed)

    def _walked(self, traffic: TrafficProfile) -> Walked | None:
        # What is assumed may itself be an end of its range.
        if "assumed" in self.__dict__ and traffic == self._traffic:
            return self.assumed
        with one_estimate():
            return walk(self._graph, traffic, self._rules, self._observed)


def total(walked: Walked, model: CostModel) -> float:
    """µs per input line."""
    return math.fsum(cost.mid for cost, _ in _costs(walked, model))


def rate(walked: Walked, model: CostModel, scale: float = 1.0) -> float:
    """Events per CPU second, as ``estimated`` has them."""
    return 1e6 / (max(total(walked, model), LEAST_US) * (1 / scale))


def _costs(walked: Walked, model: CostModel) -> list[tuple[Interval, Mapping[str, float]]]:
    """The cost of each load, and the work that it is of."""
    return [(_cost(load, work, model), work) for load, work in settled_loads(walked, model)]


def settled_loads(walked: Walked, model: CostModel) -> list[tuple[StageLoad, Terms]]:
    """Each load with the work that it is of, that of waiting done as far as it is."""
    us = {name: cost.mid for name, cost in model.coefficients.items()}
    share = waiting_share(add(*(load.terms for load in walked.loads)), us)
    return [(load, settled(load.terms, share)) for load in walked.loads]


def _cost(load: StageLoad, work: Mapping[str, float], model: CostModel) -> Interval:
    if load.us is None:
        return model.cost(work, load.grade)
    us = load.us * load.events
    return Interval(us, us, us)


def estimated(walked: Walked, model: CostModel, scale: float = 1.0, open_: Sequence[Sequence[float]] = ()) -> Estimate:
    """The estimate of what was walked. ``open_``: the totals in µs that each assumed figure of the traffic may lead to."""
    found = _costs(walked, model)
    mid = max(math.fsum(cost.mid for cost, _ in found), LEAST_US)
    known = math.fsum(cost.mid for load, (cost, _) in zip(walked.loads, found, strict=True) if load.us is not None)
    # What was measured where it runs is certain, the rest as the model is.
    spread = model.spread if model.whole is None else model.whole
    spread = mid / (known + (mid - known) / spread) if known else spread
    whole = whole_interval(mid, [cost for cost, _ in found], spread, open_, model.open).times(1 / scale)
    stages = tuple(
        StageCost(
            load.stage,
            cost.widened(1.0 if load.us is not None else model.spread).times(1 / scale),
            cost.mid / mid,
            load.events,
            Grade.MEASURED if load.us is not None else load.grade,
            work,
            load.us is not None,
        )
        for load, (cost, work) in zip(walked.loads, found, strict=True)
    )
    return Estimate(whole, whole.per_second(), stages, walked.assumptions)


def whole_interval(
    mid: float, costs: Sequence[Interval], spread: float, open_: Sequence[Sequence[float]], wider: float = 1.0
) -> Interval:
    """The interval of a sum of ``costs``: what each may be by itself, the model's spread, and each open figure of the traffic.

    ``wider``: how many times as far as its totals, in logs, an open figure may move the sum.
    """
    low = mid - math.hypot(*(cost.mid - cost.low for cost in costs))
    high = mid + math.hypot(*(cost.high - cost.mid for cost in costs))
    causes = [(spread, spread), _factors(mid, low, high)]
    for totals in (some for some in open_ if some):
        down, up = _factors(mid, min(mid, *totals), max(mid, *totals))
        causes.append((down**wider, up**wider))
    return joined(mid, causes)


def _factors(mid: float, least: float, most: float) -> tuple[float, float]:
    return mid / min(mid, max(least, LEAST_US)), most / mid
