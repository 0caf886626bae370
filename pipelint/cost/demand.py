"""Demand: what a rate of events takes, in CPUs, workers, pods and money."""

from __future__ import annotations

import math

from pipelint.base.lean.record import dataclass
from pipelint.cost.capacity import Capacity, capacities
from pipelint.cost.estimate import Estimate
from pipelint.cost.interval import Interval
from pipelint.language.config import Config

MONTH = 730.0
"""Hours of an average month."""


@dataclass(frozen=True, slots=True)
class Demand:
    """What ``rate`` lines a second take.

    ``cores``: CPUs that are busy. ``workers``: processes of which each uses one CPU at most, None for an engine that works in
    threads. ``pods``: for each capacity how many containers of that size. ``headroom``: what can be taken now, as a multiple of
    the rate: by all pods, or by the one process with its limit or its workers; None where nobody says how many there are.
    ``hourly``: the price of the CPUs for an hour, None without a price of one.
    """

    rate: float
    cores: Interval
    workers: Interval | None
    pods: tuple[tuple[Capacity, Interval], ...]
    headroom: Interval | None
    hourly: Interval | None


def demand(config: Config, found: Estimate, rate: float, cpu_limit: float | None, core_hour: float | None) -> Demand:
    """The demand of ``rate`` lines a second (above 0). ``cpu_limit`` as of ``capacities``, ``core_hour``: the price of a CPU."""
    cores = found.us_per_event.times(rate / 1e6)
    held = capacities(config, found, cpu_limit)
    now = [each.fleet if each.workload is not None else each.pod for each in held]
    if not held and config.processes is not None:
        now = [found.events_per_cpu_second.times(config.processes)]
    return Demand(
        rate,
        cores,
        None if config.processes is None else _whole(cores),
        tuple((each, _whole(Interval(rate / each.pod.high, rate / each.pod.mid, rate / each.pod.low))) for each in held),
        now[0].times(1 / rate) if len(now) == 1 and now[0] is not None else None,
        None if core_hour is None else cores.times(core_hour),
    )


def _whole(value: Interval) -> Interval:
    return Interval(math.ceil(value.low), math.ceil(value.mid), math.ceil(value.high))
