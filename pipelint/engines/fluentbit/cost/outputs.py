"""The work of Fluent Bit's outputs."""

from __future__ import annotations

from collections.abc import Sequence

from pipelint.base.lean.record import replace
from pipelint.cost.events.flow import State
from pipelint.cost.events.traffic import TrafficProfile
from pipelint.cost.events.work import Done, Grade, Terms, Use, add, scale
from pipelint.engines.fluentbit.cost.processors import processed
from pipelint.engines.fluentbit.cost.said import COSTS
from pipelint.graph.stage import Stage

_COMPRESSED = ("gzip", "zstd", "snappy", "lz4")


def send(stage: Stage, parts: Sequence[Stage], state: State, traffic: TrafficProfile) -> Done:
    """What an output does per event, after its processors."""
    coming, uses = processed(parts, replace(state, events=1.0), traffic)
    work = COSTS.work("output", stage.plugin, stage.block, coming, traffic)
    terms: Terms = {} if work is None else work.terms()
    grade = Grade.UNKNOWN if work is None else work.grade
    if (method := stage.value("compress").lower()) in _COMPRESSED:
        terms = add(terms, {"gzip.byte": coming.record})
        grade = max(grade, Grade.MEASURED if method == "gzip" else Grade.MODELLED)
    return Done((Use(stage, scale(terms, coming.events), grade), *uses))
