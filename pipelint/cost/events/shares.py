"""Shares: what part of the events takes which route, filter or output, where more than one may get them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pipelint.cost.events.branches import ALIKE, Branches
from pipelint.cost.events.flow import State
from pipelint.cost.events.measured import Measured
from pipelint.cost.events.traffic import TrafficProfile
from pipelint.graph.stage import Route, Stage

if TYPE_CHECKING:
    from pipelint.cost.samples.observed import Observed

# A route whose pattern takes a part only, against the one that takes the rest: a config names the exceptions.
NARROW, WHOLE = 1.0, 10.0
# Share of the events that take a filter which only some tags meet.
UNCERTAIN = 0.1
# Said of a traffic in which those filters get all events.
WHOLE_TAGS = "whole_tags"


class Shares:
    """What is known of them comes first: counts of the running engine, the traffic profile, samples; then what is assumed.

    ``asked``: the figures of the traffic that it asked for. ``followed``: whether samples show how many events come to each
    stage of the pipelines.
    """

    def __init__(
        self,
        stages: Sequence[Stage],
        traffic: TrafficProfile,
        branches: Branches,
        measured: Measured,
        observed: Observed | None,
        assumptions: dict[str, None],
    ) -> None:
        """What is assumed is added to ``assumptions``."""
        self._stages, self._traffic, self._branches, self._measured = stages, traffic, branches, measured
        self._observed, self._assumptions = observed, assumptions
        self._tagged = {branch.tag: branch.share for branch in traffic.branches if branch.tag}
        self._seen = observed.answers if observed is not None else {}
        self.asked: set[str] = set()
        self.followed = False

    def of_routes(self, routes: Sequence[Route], state: State) -> list[float]:
        """What each route gets of the events that a stage emits: what is known of its pattern, the others by what it takes.

        Senders choose tags that the config has patterns for: events that none takes are not expected of them.
        """
        taken = [route for route in routes if route.target is not None]
        if state.sent and taken and len(taken) < len(routes):
            shares = dict(zip(map(id, taken), self.of_routes(taken, state), strict=True))
            return [shares.get(id(route), 0.0) for route in routes]
        known = [self._known(route.target, state.events) for route in routes]
        rest = max(0.0, 1 - math.fsum(share for share in known if share is not None))
        weights = [WHOLE if route.whole else NARROW for route, share in zip(routes, known, strict=True) if share is None]
        if len(set(weights)) > 1:
            self._assumptions[
                f"a narrow pattern gets {NARROW:g} part of the events that a stage emits, the catch-all pattern {WHOLE:g}"
            ] = None
        if state.sent and len(weights) > 1 and len(set(weights)) == 1:
            self._assumptions[f"events of senders: each of {len(weights)} patterns gets {1 / len(weights):.0%} of them"] = None
        if not weights:
            # The traffic profile names all of them: if its shares do not add up to the whole, their proportions count.
            total = math.fsum(share for share in known if share is not None)
            return [(share or 0.0) / total if total else 0.0 for share in known]
        left = iter(weights)
        return [rest * next(left) / math.fsum(weights) if share is None else min(1.0, share) for share in known]

    def _known(self, target: int | None, events: float) -> float | None:
        """The share that the traffic profile names for an output, or for its pattern."""
        if target is not None and (counted := self._measured.share(self._stages[target], events)) is not None:
            return counted
        share = None if target is None else self._tagged.get(self._stages[target].pattern)
        if share is not None:
            self._assumptions["branches have the shares that the traffic profile gives"] = None
        return share

    def of(self, stage: Stage, alike: float, events: float) -> float:
        """The share of ``events`` that take a stage which not all take: ``alike`` where its tags are all that is known."""
        if (counted := self._measured.share(stage, events)) is not None:
            return counted
        if stage.pattern in self._tagged and not stage.guards:
            return self._tagged[stage.pattern]
        if not stage.guards:
            if WHOLE_TAGS in self._traffic.given:
                return 1.0
            self.asked.add(WHOLE_TAGS)
            said = "some tags gets" if alike == UNCERTAIN else "tags of senders gets"
            self._assumptions[f"a filter that matches only {said} {alike:.0%} of the events"] = None
            return alike
        said = ALIKE if self._traffic.holds is None else f"each condition is true for {self._traffic.holds:.0%} of the events"
        if self._observed is not None and self.followed:
            return self._observed.coming_to(stage) / events if events else 0.0
        if not all(id(guard.condition) in self._seen for guard in stage.guards):
            self._assumptions[said] = None
        return self._branches.share(stage.guards)
