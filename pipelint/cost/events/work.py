"""What a stage does with the events that reach it, and the interface of an engine's cost rules."""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from typing import Protocol

from pipelint.base.block import Block
from pipelint.base.condition import Condition
from pipelint.base.lean.record import dataclass, field, replace
from pipelint.cost.events.flow import State
from pipelint.cost.events.traffic import TrafficProfile
from pipelint.graph.stage import Flow, Stage

# Amounts of work per event, by the name of the term; a cost model has the µs of each.
Terms = dict[str, float]


class Grade(enum.IntEnum):
    """How well the work of a stage is known; of several the worst counts."""

    MEASURED = 0
    MODELLED = 1  # taken to cost as much as another plugin, which its file names
    UNKNOWN = 2  # taken to cost as much as any stage of its kind


@dataclass(frozen=True, slots=True)
class Use:
    """Work per arriving event of one stage or part. Where that is unknown, the walk adds what any stage of the kind costs."""

    stage: Stage
    terms: Mapping[str, float]
    grade: Grade = Grade.MEASURED


@dataclass(frozen=True, slots=True)
class Done:
    """What a stage and its parts do, and what leaves it.

    ``passed`` goes on to the next stage of the same route (of a filter). ``emitted`` starts new routes, by the reason.
    ``stores`` is what each output inside it gets. ``assumed`` says in words what of the traffic the work rests on.
    """

    uses: tuple[Use, ...]
    passed: State | None = None
    emitted: Mapping[Flow, State] = field(default_factory=dict)
    stores: State | None = None
    assumed: tuple[str, ...] = ()


@dataclass(slots=True)
class StageLoad:
    """What one stage does per average input line: its terms, the events that reach it, and how well that is known.

    ``us``: µs of each of these events, where they were measured.
    """

    stage: Stage
    terms: Terms = field(default_factory=dict)
    events: float = 0.0
    grade: Grade = Grade.MEASURED
    us: float | None = None


class CostRules(Protocol):
    """How one engine's stages work. Terms and states are per event; all functions are total."""

    @property
    def by_runtime(self) -> bool:
        """Whether costs depend on the container runtime that frames the lines."""

    def threads(self, stage: Stage) -> int | None:
        """On how many threads of its own a stage works; 0: on the one that all such stages share; None: on any."""

    def source_weight(self, stage: Stage) -> float:
        """How much of the input comes from this source, relative to the others; 0: it reports on the engine itself."""

    def enter(self, stage: Stage, parts: Sequence[Stage], events: float, traffic: TrafficProfile, settings: Block | None) -> Done:
        """A source reads ``events`` per average input line. ``settings`` are those of its pipeline, where there are any."""

    def arrive(self, stage: Stage, parts: Sequence[Stage], state: State, traffic: TrafficProfile) -> Done:
        """Events reach a filter or an output."""

    def ask(self, condition: Condition, state: State) -> Terms:
        """Events reach a condition."""

    def condition(self, text: str) -> Condition | None:
        """The condition that a traffic profile names by its text; None where the engine has no such condition."""

    def takes(self, stage: Stage, tag: str) -> bool | None:
        """Whether the pattern of a filter or output takes a tag; None where the config alone does not say."""


def add(*many: Mapping[str, float]) -> Terms:
    """The sum of several amounts of work."""
    out: Terms = {}
    for terms in many:
        for name, amount in terms.items():
            out[name] = out.get(name, 0.0) + amount
    return out


def scale(terms: Mapping[str, float], factor: float) -> Terms:
    """The work ``factor`` times."""
    return {name: amount * factor for name, amount in terms.items()}


def untouched(done: Done, coming: State | TrafficProfile, before: State | TrafficProfile) -> Done:
    """What a stage gives on, with the shares of lines that a later stage may join as they were ``before``.

    ``coming`` has those that the stage itself was told to join: where it left them alone, it is not the one that joins.
    """

    def again(given: State) -> State:
        names = ("continuation", "partial")
        changes = {name: getattr(before, name) for name in names if getattr(given, name) == getattr(coming, name)}
        return replace(given, **changes)

    passed = None if done.passed is None else again(done.passed)
    return Done(done.uses, passed, {flow: again(one) for flow, one in done.emitted.items()}, done.stores, done.assumed)
