"""The work of Logstash's inputs and their codecs, and the events that leave them."""

from __future__ import annotations

from collections.abc import Sequence

from pipelint.base.block import Block
from pipelint.base.lean.record import dataclass
from pipelint.cost.flow import State
from pipelint.cost.traffic import TrafficProfile
from pipelint.cost.work import Done, Terms, Use, add, scale
from pipelint.engines.logstash.cost.events import OWN_BYTES, OWN_FIELDS
from pipelint.engines.logstash.cost.params import number
from pipelint.graph.stage import Flow, Kind, Stage
from pipelint.plugins import plugin_of

# Inputs that were measured. Any other is counted as the generator, the cheapest: a lower bound.
_MEASURED = frozenset({"generator", "file", "beats"})
# Inputs that split a stream into lines.
_LINES = frozenset({"stdin", "tcp", "unix", "pipe"})
_JSON = frozenset({"redis"})
# What Filebeat adds to an event (host, agent, file, cloud ...), as in the measured ones.
_BEATS_BYTES, _BEATS_FIELDS = 700.0, 25.0
_BATCH = 125.0


@dataclass(frozen=True, slots=True)
class _Decoded:
    """``terms`` per line; ``kept``: events per line; the event's text, fields and bytes; ``known`` as ``Use.known``."""

    terms: Terms
    kept: float
    text: float
    fields: float
    record: float
    known: bool = True
    assumed: tuple[str, ...] = ()


def enter(stage: Stage, parts: Sequence[Stage], events: float, traffic: TrafficProfile, settings: Block | None) -> Done:
    """What a source and its codec do per line, and what its pipeline's queue does per event."""
    name = plugin_of("logstash", stage.kind.value, stage.plugin).name or stage.plugin
    codec = next((part for part in parts if part.kind is Kind.PARSE), None)
    decoded = _decode(codec, name, traffic)
    terms = _read(name, decoded.kept, traffic)
    known = name in _MEASURED
    fields = decoded.fields + OWN_FIELDS + (_BEATS_FIELDS if name == "beats" else 0.0)
    original = 0.0 if _without_ecs(settings) else traffic.line_bytes / decoded.kept
    state = State(
        events=events * decoded.kept,
        emits=1.0,
        text=decoded.text,
        record=decoded.record + original + OWN_BYTES + (_BEATS_BYTES if name == "beats" else 0.0),
        fields=fields,
        keys=None,
        framed=False,
        continuation=0.0,
        partial=0.0,
        tag_parts=1.0,
    )
    queue = scale(_queue(settings, state), decoded.kept)
    uses = (Use(stage, add(terms, queue), known), Use(codec or stage, decoded.terms, decoded.known))
    return Done(uses, emitted={Flow.ROUTE: state}, assumed=decoded.assumed)


def _read(name: str, kept: float, traffic: TrafficProfile) -> Terms:
    if name == "beats":
        return {"input.beats": kept, "input.beats_byte": traffic.line_bytes}
    # A tailed file is read by the line as well as the generator makes one.
    return {"input.event": kept, f"input.{name if name in _MEASURED else 'generator'}_byte": traffic.line_bytes}


def _decode(codec: Stage | None, name: str, traffic: TrafficProfile) -> _Decoded:
    size = traffic.line_bytes
    plugin = codec.plugin if codec is not None else _default(name)
    plain = _Decoded({}, 1.0, size, 1.0, size)
    match plugin:
        case "plain":
            return plain
        case "line":
            return _Decoded({"codec.line": 1.0, "codec.line_byte": size}, 1.0, size, 1.0, size)
        case "json" | "json_lines":
            terms = {"codec.json": 1.0, "codec.json_byte": size, "codec.json_field": traffic.app_fields}
            if plugin == "json_lines":
                terms["codec.json_lines"] = 1.0
            return _Decoded(terms, 1.0, traffic.text_bytes or size / 3, traffic.app_fields, size)
        case "multiline":
            left = 1 - traffic.continuation
            said = f"{traffic.continuation:.0%} of the lines continue the previous line"
            return _Decoded({"codec.multiline": 1.0}, left, size / left, 1.0, size / left, assumed=(said,))
        case _:
            return _Decoded({}, 1.0, size, 1.0, size, known=False)


def _default(name: str) -> str:
    if name in _JSON:
        return "json"
    return "line" if name in _LINES else "plain"


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
