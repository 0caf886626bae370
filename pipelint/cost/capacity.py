"""What containers can take: events per second within a CPU limit, of one pod and of all."""

from __future__ import annotations

from pipelint.base.lean.record import dataclass
from pipelint.cost.estimate import Estimate
from pipelint.cost.interval import Interval
from pipelint.language.config import Config
from pipelint.sources.kubernetes.workload import Workload


@dataclass(frozen=True, slots=True)
class Capacity:
    """Events per second of one process that may use ``cpus`` CPUs.

    ``workload`` is the Kubernetes workload that it belongs to, None where only a number was given. ``fleet`` is the rate of
    all its pods together, None where their number is not known (a DaemonSet has one on each node).
    """

    cpus: float
    pod: Interval
    workload: Workload | None = None
    fleet: Interval | None = None


def capacities(config: Config, found: Estimate, cpu_limit: float | None) -> tuple[Capacity, ...]:
    """The capacity of each workload of a config, within ``cpu_limit`` (CPUs) or, where that is None, its own CPU limit.

    A workload without any limit has none. Without workloads it is the one of ``cpu_limit``.
    """
    if not config.workloads:
        return () if cpu_limit is None else (Capacity(cpu_limit, found.per_second(cpu_limit, config.processes)),)
    out = []
    for workload in config.workloads:
        limit = workload.container.cpu_limit
        cpus = cpu_limit if cpu_limit is not None else limit.value if limit is not None else None
        if cpus is not None:
            pod = found.per_second(cpus, config.processes)
            count = workload.replicas
            out.append(Capacity(cpus, pod, workload, pod.times(count) if count else None))
    return tuple(out)
