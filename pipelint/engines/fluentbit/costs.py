"""What Fluent Bit's stages cost: not known yet. Each counts as unknown work of its kind."""

from __future__ import annotations

from collections.abc import Sequence

from pipelint.base.block import Block
from pipelint.base.condition import Condition
from pipelint.cost.events.flow import State
from pipelint.cost.events.traffic import TrafficProfile
from pipelint.cost.events.work import Done, Grade, Terms, Use
from pipelint.graph.stage import Flow, Kind, Stage


class FluentBitCosts:
    """Nothing was measured."""

    by_runtime = False

    def source_weight(self, stage: Stage) -> float:
        """All inputs alike."""
        return 1.0

    def enter(self, stage: Stage, parts: Sequence[Stage], events: float, traffic: TrafficProfile, settings: Block | None) -> Done:
        """An input reads events."""
        size = traffic.line_bytes
        state = State(events, 0.001, size, size, 1, None, framed=False, continuation=0, partial=0, tag_parts=1)
        return Done((Use(stage, {}, Grade.UNKNOWN),), emitted={Flow.ROUTE: state})

    def arrive(self, stage: Stage, parts: Sequence[Stage], state: State, traffic: TrafficProfile) -> Done:
        """Events reach a filter or an output."""
        return Done((Use(stage, {}, Grade.UNKNOWN),), passed=state if stage.kind is Kind.FILTER else None)

    def ask(self, condition: Condition, state: State) -> Terms:
        """There are no conditions."""
        return {}

    def condition(self, text: str) -> Condition | None:
        """There are none."""
        return None

    def takes(self, stage: Stage, tag: str) -> bool | None:
        """By the stage's Match."""
        from pipelint.engines.fluentbit.match import matches

        return None if stage.block.param("match_regex") is not None else matches(stage.pattern, tag)
