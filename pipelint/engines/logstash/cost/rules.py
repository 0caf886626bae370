"""The cost rules of Logstash: which function says what a plugin does."""

from __future__ import annotations

from collections.abc import Sequence

from pipelint.base.block import Block
from pipelint.base.condition import Condition
from pipelint.cost.events.flow import State
from pipelint.cost.events.traffic import TrafficProfile
from pipelint.cost.events.work import Done, Terms
from pipelint.engines.logstash.cost import conditions, filters, inputs, outputs
from pipelint.graph.stage import Kind, Stage
from pipelint.plugins import plugin_of


class LogstashRules:
    """See ``CostRules``. Terms per input line are those of the input; after a multiline codec fewer events go on."""

    by_runtime = False

    def threads(self, stage: Stage) -> int | None:
        """Any: each worker does the work of all filters and outputs."""
        return None

    def source_weight(self, stage: Stage) -> float:
        """One; none for inputs that only get what other pipelines send, or report on Logstash itself."""
        return 1.0 if plugin_of("logstash", stage.kind.value, stage.plugin).events.outside else 0.0

    def enter(self, stage: Stage, parts: Sequence[Stage], events: float, traffic: TrafficProfile, settings: Block | None) -> Done:
        """What an input, its codec and its pipeline's queue do per line."""
        return inputs.enter(stage, parts, events, traffic, settings)

    def arrive(self, stage: Stage, parts: Sequence[Stage], state: State, traffic: TrafficProfile) -> Done:
        """What a filter or an output and its codec do per event."""
        match stage.kind:
            case Kind.SOURCE:
                return inputs.received(stage, state)
            case Kind.FILTER:
                return filters.pass_through(stage, state, traffic)
            case _:
                return outputs.send(stage, parts, state, traffic)

    def ask(self, condition: Condition, state: State) -> Terms:
        """What an ``if`` costs per event that comes to it."""
        return conditions.ask(condition, state)

    def condition(self, text: str) -> Condition | None:
        """The condition of an ``if`` with this text."""
        return conditions.read(text)

    def takes(self, stage: Stage, tag: str) -> bool | None:
        """True: Logstash has no tags to route by."""
        return True
