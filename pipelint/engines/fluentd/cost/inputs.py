"""The work of Fluentd's inputs, and the events that they send on."""

from __future__ import annotations

from collections.abc import Sequence

from pipelint.base.lean.record import dataclass, replace
from pipelint.cost.flow import State
from pipelint.cost.traffic import TrafficProfile
from pipelint.cost.work import Done, Terms, Use, add, scale
from pipelint.engines.fluentd.cost.params import number
from pipelint.engines.fluentd.cost.parse.parsers import Parsed, Text, parse
from pipelint.engines.fluentd.facts.container_logs import reads_container_logs
from pipelint.engines.fluentd.types import is_true
from pipelint.graph.stage import Flow, Kind, Stage


@dataclass(frozen=True, slots=True)
class _Read:
    """What an input does per event before it parses, and how many streams it emits per event.

    ``parser`` is its own where no `<parse>` names one; ``structured`` events come as records and are not parsed.
    """

    terms: Terms
    emits: float
    parser: str
    structured: bool = False
    packed: bool = False
    known: bool = True


def enter(stage: Stage, parts: Sequence[Stage], events: float, traffic: TrafficProfile) -> Done:
    """What a source does per line, its `<parse>` included, and what it emits."""
    text = Text(traffic.line_bytes, _framed(stage, traffic))
    read = _read(stage, text, traffic)
    section = next((part for part in parts if part.kind is Kind.PARSE), None)
    block = stage.block if section is None else section.block
    if read.structured:
        parsed = Parsed({}, {}, traffic.app_fields, None, text.bytes)
    else:
        parsed = parse((section.plugin if section else "") or read.parser, block, text, traffic)
    state = _emitted(stage, text, parsed, read, events, traffic)
    uses = [Use(stage, read.terms, read.known)]
    if not read.structured:
        missed = scale(add(parsed.miss, {"log.warn": 1.0}), traffic.miss)
        terms = add(scale(parsed.hit, 1 - traffic.miss), missed if parsed.miss else {})
        uses.append(Use(section or stage, terms, parsed.known))
        if parsed.miss and not is_true(stage.block, "emit_unmatched_lines"):
            state = state.thinned(1 - traffic.miss)
    return Done(tuple(uses), emitted={Flow.ROUTE: state, Flow.ERROR: state.share(traffic.miss)})


def _emitted(stage: Stage, text: Text, parsed: Parsed, read: _Read, events: float, traffic: TrafficProfile) -> State:
    state = State(
        events=events,
        emits=read.emits,
        text=parsed.message,
        # Keys, quotes and braces of the record stand where the frame stood, or come to it.
        record=text.bytes + (0.0 if text.framed and not parsed.framed else 15.0),
        fields=parsed.fields,
        keys=parsed.keys,
        framed=parsed.framed,
        continuation=traffic.continuation,
        partial=traffic.partial,
        tag_parts=_tag_parts(stage, traffic),
        packed=read.packed,
    )
    if not parsed.joined:
        return state
    left = 1 - traffic.continuation
    return replace(state.thinned(left), text=state.text / left, record=state.record / left, continuation=0.0)


def _read(stage: Stage, text: Text, traffic: TrafficProfile) -> _Read:
    match stage.plugin:
        case "tail":
            batch = min(traffic.lines_per_read, number(stage.block, "read_lines_limit", 1000.0))
            terms = {
                "tail.line": 1.0,
                "text.byte": text.bytes,
                "tail.read": 1 / traffic.lines_per_read,
                "tail.new_file": traffic.new_files,
            }
            return _Read(terms, 1 / batch, "none")
        case "forward":
            # A message with one event comes as a record; more come packed, and stay so until a stage asks for records.
            alone = traffic.message_events <= 1
            terms = {
                "forward.event": 1.0,
                "forward.message": 1 / traffic.message_events,
                "forward.unpack": float(alone),
            }
            return _Read(terms, 1 / traffic.message_events, "", structured=True, packed=not alone)
        case "syslog":
            return _Read({"socket.message": 1.0}, 1.0, "syslog")
        case "tcp" | "udp":
            return _Read({"socket.message": 1.0}, 1.0, "none")
        case _:
            return _Read({}, 1.0, "none", known=False)


def unpacked(state: State) -> tuple[State, Terms]:
    """The events as records, and the work of unpacking them when a sender's bytes came through untouched."""
    if not state.packed:
        return state, {}
    return replace(state, packed=False), {"forward.unpack": 1.0}


def _framed(stage: Stage, traffic: TrafficProfile) -> bool:
    match traffic.lines:
        case "container":
            return stage.plugin == "tail"
        case "plain":
            return False
        case _:
            return reads_container_logs(stage.plugin, stage.block)


def _tag_parts(stage: Stage, traffic: TrafficProfile) -> float:
    """Parts of the tag; a ``*`` stands for the file's path with dots for slashes."""
    tag = stage.value("tag")
    if not tag:
        return traffic.sender_tag_parts
    parts = tag.count(".") + 1
    if stage.plugin == "tail" and "*" in tag:
        path = stage.value("path").split(",")[0].strip().strip("/")
        parts += path.count("/") + path.rsplit("/", 1)[-1].count(".")
    return float(parts)
