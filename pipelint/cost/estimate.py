"""The estimate: predicted µs of CPU per event and events per CPU second of a config, stage by stage."""

from __future__ import annotations

import math
from collections.abc import Mapping

from pipelint.base.lean.record import dataclass, field
from pipelint.cost.interval import ZERO, Interval
from pipelint.cost.model import CostModel
from pipelint.cost.regex.purse import one_estimate
from pipelint.cost.samples.observed import Observed
from pipelint.cost.traffic import TrafficProfile
from pipelint.cost.waiting import settled, waiting_share
from pipelint.cost.walk import Walked, walk
from pipelint.cost.work import CostRules, Grade, add
from pipelint.graph.stage import Stage, StageGraph

# Even a pipeline whose every stage is unknown moves its events; a rate must stay finite.
LEAST_US = 0.01


@dataclass(frozen=True, slots=True)
class StageCost:
    """One stage's part: µs of CPU per input line, its share of the total, events that reach it per input line.

    ``grade``: how well the plugin's work is known; the interval is the wider for it. ``terms`` are the amounts of work that the
    cost is made of, per input line: two estimates of one model differ by what they differ in.
    """

    stage: Stage
    us_per_event: Interval
    share: float
    events: float
    grade: Grade
    terms: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a config is predicted to cost per input line and CPU, with an interval that nine of ten should lie in.

    ``assumptions`` say in words what the config left open, ``observed`` what samples showed of it.
    """

    us_per_event: Interval
    events_per_cpu_second: Interval
    stages: tuple[StageCost, ...]
    assumptions: tuple[str, ...]
    observed: Observed | None = None

    def share(self, grade: Grade) -> float:
        """The share of the cost that stages of a grade have (0 to 1)."""
        whole = math.fsum(cost.share for cost in self.stages)
        return math.fsum(cost.share for cost in self.stages if cost.grade is grade) / whole if whole else 0.0

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
        an engine that spreads it over threads.
        """
        return self.events_per_cpu_second.times(cpu_limit if processes is None else min(cpu_limit, processes))

    def if_free(self, cost: StageCost) -> float:
        """Events per CPU second if this stage alone (not its parts) cost nothing."""
        return 1e6 / max(self.us_per_event.mid - cost.us_per_event.mid, LEAST_US)


def estimate(
    graph: StageGraph,
    traffic: TrafficProfile,
    rules: CostRules,
    model: CostModel,
    scale: float = 1.0,
    observed: Observed | None = None,
) -> Estimate | None:
    """Predict the cost of a config; None where no event enters it.

    ``rules`` are those of its engine. ``scale`` is the speed of a CPU against the one measured (2.0: twice as fast). A worker
    uses one core at most, so more workers change the rate of a machine and not the rate per CPU second. Raises CostModelError
    on a model that lacks terms.
    """
    with one_estimate():
        walked = walk(graph, traffic, rules, observed)
    return None if walked is None else _estimate(walked, model, scale, observed)


def _estimate(walked: Walked, model: CostModel, scale: float, observed: Observed | None) -> Estimate:
    us = {name: cost.mid for name, cost in model.coefficients.items()}
    share = waiting_share(add(*(load.terms for load in walked.loads)), us)
    works = [settled(load.terms, share) for load in walked.loads]
    costs = [model.cost(work, load.grade).times(1 / scale) for load, work in zip(walked.loads, works, strict=True)]
    total = ZERO
    for cost in costs:
        total += cost
    total = Interval(max(total.low, LEAST_US), max(total.mid, LEAST_US), max(total.high, LEAST_US))
    stages = tuple(
        StageCost(load.stage, cost.widened(model.spread), cost.mid / total.mid, load.events, load.grade, work)
        for load, cost, work in zip(walked.loads, costs, works, strict=True)
    )
    whole = total.widened(model.spread)
    return Estimate(whole, whole.per_second(), stages, walked.assumptions, observed)
