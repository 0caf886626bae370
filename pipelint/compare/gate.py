"""The gate: whether a change of a config is more than what is allowed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pipelint.base.finding import Finding, Severity
from pipelint.compare.model import CostChange, Direction, Failure, Gate, Limits
from pipelint.settings.model import Settings

if TYPE_CHECKING:
    from pipelint.cost.estimate import Estimate


def failures(
    new: Sequence[Finding], cost: CostChange | None, before: Estimate | None, after: Estimate | None, settings: Settings,
    limits: Limits,
) -> tuple[Failure, ...]:  # fmt: skip
    """Why a change fails: new findings at the failing level, a slowdown that is certain, a rate below the least one."""
    slowdown = settings.max_slowdown if limits.max_slowdown is None else limits.max_slowdown
    least = settings.min_events if limits.min_events is None else limits.min_events
    return (
        *_findings(new, settings),
        *(() if slowdown is None or cost is None else _slowdown(cost, slowdown)),
        *(() if least is None or after is None else _budget(cost, before, after, least)),
    )


def _findings(new: Sequence[Finding], settings: Settings) -> Iterator[Failure]:
    level = settings.fail_on
    failing = 0 if level is None else sum(finding.severity >= level for finding in new)
    if level is not None and failing:
        or_above = "" if level is Severity.ERROR else " or above"
        yield Failure(Gate.FINDING, f"{failing} new finding{'s' if failing > 1 else ''} at {level.word}{or_above}")


def _slowdown(cost: CostChange, allowed: float) -> Iterator[Failure]:
    if cost.direction is Direction.SLOWER and cost.slowdown > allowed:
        yield Failure(Gate.SLOWDOWN, f"{100 * cost.slowdown:.3g}% slower, at most {100 * allowed:.3g}% is allowed")


def _budget(cost: CostChange | None, before: Estimate | None, after: Estimate, least: float) -> Iterator[Failure]:
    """A config that was below the limit already fails only where the change makes it slower."""
    rate = after.events_per_cpu_second.mid
    known = before is not None and before.events_per_cpu_second.mid < least
    if rate < least and not (known and cost is not None and cost.direction is not Direction.SLOWER):
        yield Failure(Gate.BUDGET, f"{rate:,.0f} events/s per CPU, at least {least:,.0f} are required")
