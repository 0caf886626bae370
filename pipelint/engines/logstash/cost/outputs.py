"""The work of Logstash's outputs and their codecs."""

from __future__ import annotations

from collections.abc import Sequence

from pipelint.cost.events.flow import State
from pipelint.cost.events.traffic import TrafficProfile
from pipelint.cost.events.work import Done, Grade, Terms, Use
from pipelint.engines.logstash.cost.said import COSTS
from pipelint.graph.stage import Flow, Kind, Stage
from pipelint.plugins import plugin_spec

_JSON = "json"


def send(stage: Stage, parts: Sequence[Stage], state: State, traffic: TrafficProfile) -> Done:
    """What an output and its codec do per event. What any output costs holds its codec: of an unknown one it does not count."""
    work = COSTS.work("output", stage.plugin, stage.block, state, traffic)
    if work is None:
        return Done((Use(stage, {}, Grade.UNKNOWN),))
    if not work.cost.buffered:
        emitted = {Flow.RELABEL: state} if stage.plugin == "pipeline" else {}
        return Done((Use(stage, work.terms(), work.grade),), emitted=emitted)
    codec = next((part for part in parts if part.kind is Kind.FORMAT), None)
    name = codec.plugin if codec is not None else _default(stage)
    terms, grade = _format(name, codec or stage, state, traffic)
    return Done((Use(stage, work.terms(), work.grade), Use(codec or stage, terms, grade)))


def _default(stage: Stage) -> str:
    """The codec of an output whose config names none."""
    spec = plugin_spec("logstash", "output", stage.plugin)
    found = None if spec is None else spec.params.get("codec")
    return _JSON if found is None or found.default is None else str(found.default)


def _format(name: str, stage: Stage, state: State, traffic: TrafficProfile) -> tuple[Terms, Grade]:
    """Work of writing one event, and how well that is known."""
    work = COSTS.work("format", name, stage.block, state, traffic)
    if work is None or "writes" not in work.cost.said:
        return {"format.line": 1.0}, Grade.UNKNOWN
    return work.terms("writes"), work.grade
