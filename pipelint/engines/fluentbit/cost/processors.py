"""The work of processors: they stand in an input or an output, and see events before filters or after them."""

from __future__ import annotations

from collections.abc import Sequence

from pipelint.base.lean.record import replace
from pipelint.cost.events.flow import State
from pipelint.cost.events.traffic import TrafficProfile
from pipelint.cost.events.work import Grade, Terms, Use, add, scale
from pipelint.engines.fluentbit.cost import filters
from pipelint.engines.fluentbit.cost.said import COSTS
from pipelint.graph.stage import Kind, Stage
from pipelint.plugins import plugin_spec


def processed(parts: Sequence[Stage], state: State, traffic: TrafficProfile) -> tuple[State, list[Use]]:
    """The events after the processors of logs among ``parts``, and the work of these for each event of their stage."""
    found: list[Use] = []
    for part in parts:
        if part.kind is not Kind.PROCESS or part.block.name != "logs":
            continue
        share = state.events
        terms: Terms = {"processor.event": 1.0, "processor.field": state.fields}
        if plugin_spec("fluentbit", "filter", part.plugin) is not None:
            done = filters.pass_through(part, replace(state, events=1.0), traffic)
            terms, grade = add(terms, *(use.terms for use in done.uses)), max(use.grade for use in done.uses)
            passed = state if done.passed is None else replace(done.passed, events=done.passed.events * share)
        else:
            work = COSTS.work(Kind.PROCESS.value, part.plugin, part.block, state, traffic)
            grade = Grade.UNKNOWN if work is None else work.grade
            terms = add(terms, {} if work is None else work.terms())
            passed = state if work is None else work.after()
        found.append(Use(part, scale(terms, share), grade))
        state = passed
    return state, found
