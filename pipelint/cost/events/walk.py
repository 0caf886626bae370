"""The walk of events through a stage graph: how much work of each kind every stage gets per input line."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, cast

from pipelint.base.lean.record import dataclass, replace
from pipelint.cost.events.branches import Branches, new_from
from pipelint.cost.events.flow import State, mix
from pipelint.cost.events.measured import Measured
from pipelint.cost.events.order import emitting
from pipelint.cost.events.shares import UNCERTAIN, Shares
from pipelint.cost.events.traffic import Figures, NotedTraffic, TrafficProfile
from pipelint.cost.events.work import CostRules, Done, Grade, StageLoad, add, untouched
from pipelint.graph.stage import Flow, Kind, Route, Stage, StageGraph

if TYPE_CHECKING:
    from pipelint.cost.samples.observed import Observed

# Events that one line may become: a graph that multiplies them again and again has no cost that means anything.
MOST_EVENTS = 1_000.0


@dataclass(frozen=True, slots=True)
class Walked:
    """The load of every stage that events reach, in the order of the config, and what was assumed on the way.

    ``asked``: the figures of the traffic that it asked for, by their names in ``TrafficProfile``.
    """

    loads: tuple[StageLoad, ...]
    assumptions: tuple[str, ...]
    asked: frozenset[str] = frozenset()


def any_of(kind: Kind) -> str:
    """The term for the work of any stage of a kind: what it may be, as those that were measured have it."""
    return f"any.{kind.value}"


# Of the events that a stage emits, those whose tags a sample shows.
_SHOWN = (Flow.ROUTE, Flow.EMIT, Flow.RELABEL)


def walk(graph: StageGraph, traffic: TrafficProfile, rules: CostRules, observed: Observed | None = None) -> Walked | None:
    """Follow the events of all sources through the graph. None where no event enters it. Linear in the routes' length.

    What samples show (``observed``) counts first, what ``traffic`` says for the rest.
    """
    asked = NotedTraffic(traffic)
    walker = Walker(graph, cast("TrafficProfile", asked), rules, observed)
    if not walker.enter():
        return None
    for origin in emitting(graph, walker.routes, walker.parts):
        walker.leave(origin)
    loads = sorted(walker.loads.values(), key=lambda load: load.stage.index)
    for load in loads:
        walker.measured.correct(load)
    words = asked.words()
    said = (*walker.measured.missing, *((f"traffic (settings: [traffic]): {words}",) if words else ()))
    return Walked(tuple(loads), (*walker.assumptions, *said), asked.asked | walker.shares.asked)


class Walker:
    """A walk on its way: what each stage got so far, and the events that wait to be sent on."""

    def __init__(self, graph: StageGraph, traffic: TrafficProfile, rules: CostRules, observed: Observed | None) -> None:
        self.graph, self.traffic, self.rules, self.observed = graph, traffic, rules, observed
        self.loads: dict[int, StageLoad] = {}
        self.assumptions: dict[str, None] = {}
        self.waiting: dict[int, dict[Flow, list[State]]] = {}
        self.left: set[int] = set()
        self.parts: dict[int, list[Stage]] = {}
        # Sources by the ways of their events, and these as they leave them.
        self.inputs: dict[tuple[object, ...], list[tuple[int, dict[Flow, State]]]] = {}
        self.routes: dict[int, list[Route]] = {}
        given = [(condition, b.share) for b in traffic.branches if b.condition and (condition := rules.condition(b.condition))]
        seen = observed.answers if observed is not None else {}
        self.branches = Branches(graph.stages, traffic, given, seen)
        self.measured = Measured(graph.stages, traffic.stages)
        self.shares = Shares(graph.stages, traffic, self.branches, self.measured, observed, self.assumptions)
        for stage in graph.stages:
            if stage.parent is not None:
                self.parts.setdefault(stage.parent, []).append(stage)
        for route in graph.routes:
            self.routes.setdefault(route.origin, []).append(route)

    def enter(self) -> bool:
        """Let the lines in. False where there is no source."""
        sources = list(self.graph.of_kind(Kind.SOURCE))
        weights = [self.rules.source_weight(s) for s in sources]
        if not any(weights):
            return False
        weights = (counted := self.measured.weights(sources, weights)) or weights
        total = math.fsum(weights)
        if self.observed is not None and self.graph.pipelines:
            sampled = [self.observed.sample(source) for source in sources]
            every = all(sample is not None and sample.seen.lines for sample, w in zip(sampled, weights, strict=True) if w)
            self.shares.followed = self.observed.complete and every
        for source, weight in zip(sources, weights, strict=True):
            if weight:
                parts, settings = self.parts.get(source.index, ()), self.graph.pipelines.get(source.label)
                figures = self._figures(source)
                done = self.rules.enter(source, parts, weight / total, figures, settings)
                self._note(done, weight / total, figures)
                corrected = self._corrected(source, weight / total, done, figures, self._left)
                if not self._join(source, corrected.emitted):
                    self._emit(source, corrected)
        if counted is None:
            self._assume_sources(weights)
        return True

    def _join(self, source: Stage, emitted: Mapping[Flow, State]) -> bool:
        """Whether the events of a source go with those of one before it: the same way, and alike in all but their number."""
        if not self.graph.pipelines or self.observed is not None or self.traffic.stages:
            return False
        ways = tuple((route.flow, route.filters, route.target) for route in self.routes.get(source.index, ()))
        alike = {flow: replace(state.further(), events=0.0) for flow, state in emitted.items() if state.events > 0}
        for other, seen in self.inputs.setdefault(ways, []):
            if seen == alike:
                for flow in alike:
                    (gone,) = self.waiting[other][flow]
                    self.waiting[other][flow] = [replace(gone, events=gone.events + emitted[flow].events)]
                return True
        self.inputs[ways].append((source.index, alike))
        return False

    def _assume_sources(self, weights: list[float]) -> None:
        counted = [weight for weight in weights if weight]
        if len(counted) > 1:
            least, most = min(counted), max(counted)
            said = ["ten times as much from a tail of container logs as from any other input"] if most > 1 else []
            said += ["a hundredth from those that measure something at intervals"] if least < min(1.0, most) else []
            self.assumptions[f"input from {len(counted)} sources, {', '.join(said) or 'in equal shares'}"] = None
        sent_to = {index for routes in self.routes.values() for route in routes for index, _ in route.filters}
        silent = [s for s, w in zip(self.graph.of_kind(Kind.SOURCE), weights, strict=True) if not w and s.index not in sent_to]
        if silent:
            self.assumptions["inputs that report on the engine itself emit no events"] = None

    def leave(self, origin: int) -> None:
        """Send what a stage emits along its routes."""
        self.left.add(origin)
        for flow, states in self.waiting.pop(origin, {}).items():
            routes = [r for r in self.routes.get(origin, ()) if r.flow is flow]
            state = mix(states)
            if self.graph.pipelines:
                # Every route of a pipeline takes all events; what its outputs do not take their conditions say.
                for route in routes:
                    self._follow(route, state)
                continue
            seen = self.observed.split(routes) if self.observed is not None and flow in _SHOWN else None
            for route, share in zip(routes, self.shares.of_routes(routes, state) if seen is None else seen, strict=True):
                self._follow(route, state.share(share), () if seen is None else routes)

    def _follow(self, route: Route, state: State, known: Sequence[Route] = ()) -> None:
        """Send events along a route; ``known``: all routes of its stage, where their tags are seen."""
        asked: set[int] = set()
        some = {self.graph.stages[index].pattern for index, certain in route.filters if not certain}
        for index, certain in route.filters:
            stage = self.graph.stages[index]
            seen = self.observed.passing(route, known, stage) if self.observed is not None and known and not certain else None
            share = 1.0 if certain else seen
            if share is None:
                share = self.shares.of(stage, 1 / len(some) if state.sent else UNCERTAIN, state.events)
            self._ask(stage, state, asked)
            passed = self._arrive(stage, state.share(share))
            state = passed if certain else mix([passed, state.share(1 - share)])
        if route.target is not None:
            stage = self.graph.stages[route.target]
            self._ask(stage, state, asked)
            self._arrive(stage, state.share(self.shares.of(stage, UNCERTAIN, state.events)) if stage.guards else state)

    def _ask(self, stage: Stage, state: State, asked: set[int]) -> None:
        """The conditions before a stage, each asked once of the events that come to it, at the first stage after it."""
        for place in new_from(stage.guards, asked):
            condition = stage.guards[place].condition
            asked.add(id(condition))
            if self.observed is not None and self.shares.followed:
                coming = replace(state, events=self.observed.asked(condition))
            else:
                coming = state.share(self.branches.share(stage.guards[:place]))
            load = self.loads.setdefault(stage.index, StageLoad(stage))
            for name, amount in self.rules.ask(condition, coming).items():
                load.terms[name] = load.terms.get(name, 0.0) + amount * coming.events

    def _arrive(self, stage: Stage, state: State) -> State:
        parts = self.parts.get(stage.index, ())
        if state.events > MOST_EVENTS:
            self.assumptions[f"no more than {MOST_EVENTS:,.0f} events are counted for a line"] = None
            state = state.share(MOST_EVENTS / state.events)
        figures = self._figures(stage)
        coming = state if self.observed is None else self.observed.coming(stage, state)
        done = self.rules.arrive(stage, parts, coming, figures)
        self._note(done, state.events, figures)
        done = self._corrected(stage, state.events, done, coming, state)
        self._emit(stage, done)
        if done.stores is not None:
            for store in parts:
                if store.kind is Kind.OUTPUT:
                    self._arrive(store, done.stores)
        return state if done.passed is None else done.passed.further()

    def _figures(self, stage: Stage) -> TrafficProfile:
        """The traffic profile with what is seen of a stage."""
        known = self.observed.figures(stage) if self.observed is not None else None
        return cast("TrafficProfile", Figures(self.traffic, known)) if known else self.traffic

    @property
    def _left(self) -> TrafficProfile:
        """What is said of the traffic for those stages to which no event could be followed."""
        complete = self.observed is not None and self.observed.complete
        return cast("NotedTraffic", self.traffic).profile if complete else self.traffic

    def _corrected(
        self, stage: Stage, events: float, done: Done, coming: State | TrafficProfile, before: State | TrafficProfile
    ) -> Done:
        """What a stage does to ``events``, and the events that leave it as they are seen; see ``untouched``."""
        if self.observed is None:
            return done
        done, given = untouched(done, coming, before), self.observed.given
        passed = None if done.passed is None else given(stage, events, done.passed)
        emitted = {flow: given(stage, events, state) if flow in _SHOWN else state for flow, state in done.emitted.items()}
        return Done(done.uses, passed, emitted, done.stores, done.assumed)

    def _note(self, done: Done, events: float, figures: TrafficProfile) -> None:
        if not isinstance(figures, Figures) or figures.assumed:
            self.assumptions.update(dict.fromkeys(done.assumed))
        for index in {use.stage.index: None for use in done.uses}:
            self.loads.setdefault(index, StageLoad(self.graph.stages[index])).events += events
        for use in done.uses:
            load = self.loads[use.stage.index]
            load.grade = max(load.grade, use.grade)
            terms = use.terms
            if use.grade is Grade.UNKNOWN:
                terms = add(terms, {any_of(use.stage.kind): 1.0})
            for name, amount in terms.items():
                if amount:
                    load.terms[name] = load.terms.get(name, 0.0) + amount * events

    def _emit(self, stage: Stage, done: Done) -> None:
        for flow, state in done.emitted.items():
            if stage.index in self.left:
                self.assumptions["events in a routing loop are counted for one round"] = None
            elif state.events > 0:
                self.waiting.setdefault(stage.index, {}).setdefault(flow, []).append(state.further())
