"""The work of Logstash's inputs and their codecs, and the events that leave them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from pipelint.base.block import Block
from pipelint.base.lean.record import replace
from pipelint.cost.events.flow import State
from pipelint.cost.events.traffic import TrafficProfile
from pipelint.cost.events.work import Done, Grade, Terms, Use, add, scale
from pipelint.engines.logstash.cost.events import OWN_BYTES, OWN_FIELDS
from pipelint.engines.logstash.cost.params import number
from pipelint.engines.logstash.cost.said import COSTS
from pipelint.graph.stage import Flow, Kind, Stage
from pipelint.plugins import plugin_spec
from pipelint.plugins.cost import Work

_BATCH = 125.0


# The events of an unknown input are those of the generator, to which it adds nothing.
_PLAIN = "generator"


def enter(stage: Stage, parts: Sequence[Stage], events: float, traffic: TrafficProfile, settings: Block | None) -> Done:
    """What a source and its codec do per line, and what its pipeline's queue does per event."""
    codec = next((part for part in parts if part.kind is Kind.PARSE), None)
    decoded, terms, grade, assumed = _decode(codec, stage, traffic)
    # What the codec makes of one line.
    kept = max(decoded.events, 1e-9)
    original = 0.0 if _without_ecs(settings) else traffic.line_bytes / kept
    made = replace(decoded, record=decoded.record + original + OWN_BYTES, fields=decoded.fields + OWN_FIELDS)
    work = COSTS.work("source", stage.plugin, stage.block, made, traffic)
    measured = work is not None
    if work is None:
        work = cast("Work", COSTS.work("source", _PLAIN, stage.block, made, traffic))
    state = replace(work.after(), events=events * kept)
    queue = scale(_queue(settings, state), kept)
    uses = (Use(stage, add(work.terms(), queue), work.grade if measured else Grade.UNKNOWN), Use(codec or stage, terms, grade))
    return Done(uses, emitted={Flow.ROUTE: state}, assumed=assumed)


def _decode(codec: Stage | None, stage: Stage, traffic: TrafficProfile) -> tuple[State, Terms, Grade, tuple[str, ...]]:
    """The events that a codec makes of one line, its work per line, how well that is known, and what was assumed."""
    size = traffic.line_bytes
    line = State(1.0, 1.0, size, size, 1.0, None, False, 0.0, 0.0, 1.0)
    name = codec.plugin if codec is not None else _default(stage)
    work = COSTS.work("parse", name, (codec or stage).block, line, traffic)
    if work is None or "terms" not in work.cost.said:
        return line, {}, Grade.UNKNOWN, ()
    return replace(work.after(), emits=1.0), work.terms(), work.grade, work.assumed()


def _default(stage: Stage) -> str:
    """The codec of an input whose config names none."""
    spec = plugin_spec("logstash", "input", stage.plugin)
    found = None if spec is None else spec.params.get("codec")
    return "plain" if found is None or found.default is None else str(found.default)


def _without_ecs(settings: Block | None) -> bool:
    return settings is not None and settings.value("pipeline.ecs_compatibility") == "disabled"


def _queue(settings: Block | None, state: State) -> Terms:
    """Between input and workers. What waits for the other thread (``wait.``) only does so while the filters are light."""
    batch = number(settings, "pipeline.batch.size", _BATCH)
    terms = {"wait.event": 1.0, "wait.batch": 1 / batch}
    if settings is not None and settings.value("queue.type") == "persisted":
        terms |= {"queue.event": 1.0, "queue.field": state.fields, "queue.byte": state.record}
    return terms


def received(stage: Stage, state: State) -> Done:
    """A ``pipeline`` input, which gets the events of another pipeline's output: no more than a queue."""
    return Done((Use(stage, {"wait.event": 1.0}),), state)
