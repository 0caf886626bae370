"""What a change means for the pods that run a config: events per second of one and of all, before and after."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipelint.compare.model import PodChange
from pipelint.cost.capacity import Capacity, capacities

if TYPE_CHECKING:
    from pipelint.cost.estimate import Estimate
    from pipelint.language.config import Config


def pod_changes(
    before: tuple[Config | None, Estimate | None], after: tuple[Config | None, Estimate | None], cpu_limit: float | None
) -> tuple[PodChange, ...]:
    """The capacity of each workload on both sides, paired by kind and name, within ``cpu_limit`` or its own CPU limit."""
    old, new = _by_label(*before, cpu_limit), _by_label(*after, cpu_limit)
    return tuple(PodChange(label, old.get(label), new.get(label)) for label in dict.fromkeys((*new, *old)))


def _by_label(config: Config | None, found: Estimate | None, cpu_limit: float | None) -> dict[str, Capacity]:
    return dict(_labelled(config, found, cpu_limit)) if config is not None and found is not None else {}


def _labelled(config: Config, found: Estimate, cpu_limit: float | None) -> Iterator[tuple[str, Capacity]]:
    for held in capacities(config, found, cpu_limit):
        yield "" if held.workload is None else held.workload.label, held
