"""What a running pipeline says of its CPU: the µs that an estimate predicts against those that it was seen to take."""

from __future__ import annotations

from dataclasses import dataclass

from pipelint.checker.result import Checked
from pipelint.cost.estimate import Estimate
from pipelint.cost.events.work import Grade
from pipelint.cost.interval import Interval

# A division whose numerator is a guess for the most part says nothing of the CPU.
_MOST_UNKNOWN = 0.5


class NothingToDivideError(ValueError):
    """A config whose predicted cost cannot be compared with a measured one; the message says why."""


@dataclass(frozen=True, slots=True)
class Observed:
    """One pipeline. ``predicted``: what it should cost on the measured machine; ``us``: the µs of CPU per event that it takes."""

    predicted: Estimate
    us: float

    @property
    def scale(self) -> Interval:
        """How fast its CPU is (1.0: as the measured one), with the interval of the prediction."""
        return self.predicted.us_per_event.times(1 / self.us)


def observe(checked: Checked, cpus: float, events: float) -> Observed:
    """A config, estimated at scale 1, of which a pipeline uses ``cpus`` CPUs for ``events`` events a second (both above 0).

    Raises NothingToDivideError.
    """
    found = checked.estimate
    if checked.config.errors:
        raise NothingToDivideError("it has syntax errors")
    if found is None:
        raise NothingToDivideError("too many plugins" if checked.config.graph.skipped else "no events reach it")
    if (share := found.share(Grade.UNKNOWN)) > _MOST_UNKNOWN:
        names = ", ".join(name or "(no @type)" for name in found.plugins(Grade.UNKNOWN))
        raise NothingToDivideError(f"{share:.0%} of its cost is unknown ({names}), so nothing follows for the CPU")
    return Observed(found, 1e6 * cpus / events)
