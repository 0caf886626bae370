"""The work of processors: they stand in an input or an output, and see events before filters or after them."""

from __future__ import annotations

from pipelint.base.block import Block
from pipelint.base.lean.record import replace
from pipelint.cost.events.flow import State
from pipelint.cost.events.traffic import TrafficProfile
from pipelint.cost.events.work import Grade, Terms, Use, add, scale
from pipelint.engines.fluentbit.cost import filters
from pipelint.engines.fluentbit.cost.said import COSTS
from pipelint.graph.stage import Stage
from pipelint.plugins import plugin_spec


def of(stage: Stage) -> list[Block]:
    """The processors of logs in a stage, in their order."""
    return [block for group in stage.block.blocks if group.name == "processors" for block in group.blocks if block.name == "logs"]


def processed(stage: Stage, state: State, traffic: TrafficProfile) -> tuple[State, list[Use]]:
    """The events after a stage's processors, and the work of these, by events that come to the first of them."""
    found: list[Use] = []
    for block in of(stage):
        share = state.events
        name = block.value("name").lower()
        terms: Terms = {"processor.event": 1.0, "processor.field": state.fields}
        if plugin_spec("fluentbit", "processor", name) is None and plugin_spec("fluentbit", "filter", name) is not None:
            done = filters.run(stage, name, block, replace(state, events=1.0), traffic)
            terms, grade = add(terms, *(use.terms for use in done.uses)), max(use.grade for use in done.uses)
            passed = state if done.passed is None else replace(done.passed, events=done.passed.events * share)
        else:
            work = COSTS.work("process", name, block, state, traffic)
            grade = Grade.UNKNOWN if work is None else work.grade
            terms = add(terms, {} if work is None else work.terms())
            passed = state if work is None else work.after()
        found.append(Use(stage, scale(terms, share), grade))
        state = passed
    return state, found
