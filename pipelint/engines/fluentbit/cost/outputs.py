"""The work of Fluent Bit's outputs."""

from __future__ import annotations

from pipelint.base.lean.record import replace
from pipelint.cost.events.flow import State
from pipelint.cost.events.traffic import TrafficProfile
from pipelint.cost.events.work import Done, Grade, Terms, Use, add
from pipelint.engines.fluentbit.cost.processors import processed
from pipelint.engines.fluentbit.cost.said import COSTS
from pipelint.graph.stage import Stage

_COMPRESSED = ("gzip", "zstd", "snappy", "lz4")


def send(stage: Stage, state: State, traffic: TrafficProfile) -> Done:
    """What an output does per event, its processors included."""
    coming, uses = processed(stage, replace(state, events=1.0), traffic)
    work = COSTS.work("output", stage.plugin, stage.block, coming, traffic)
    own: Terms = {} if work is None else work.terms()
    grade = Grade.UNKNOWN if work is None else work.grade
    if (method := stage.value("compress").lower()) in _COMPRESSED and "gzip.byte" not in own:
        own = add(own, {"gzip.byte": coming.record})
        grade = max(grade, Grade.MEASURED if method == "gzip" else Grade.MODELLED)
    terms = add({name: amount * coming.events for name, amount in own.items()}, *(use.terms for use in uses))
    return Done((Use(stage, terms, max([grade, *(use.grade for use in uses)])),))
