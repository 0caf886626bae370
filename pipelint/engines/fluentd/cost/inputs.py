"""The work of Fluentd's inputs, and the events that they send on."""

from __future__ import annotations

from collections.abc import Sequence

from pipelint.base.block import Block
from pipelint.base.lean.record import replace
from pipelint.cost.events.flow import State
from pipelint.cost.events.traffic import TrafficProfile
from pipelint.cost.events.work import Done, Grade, Terms, Use, add, scale
from pipelint.engines.fluentd.cost.parse.parsers import Parsed, Text, parse
from pipelint.engines.fluentd.cost.said import COSTS
from pipelint.engines.fluentd.facts.container_logs import reads_frames
from pipelint.engines.fluentd.plugins.known import known
from pipelint.engines.fluentd.types import is_true
from pipelint.graph.stage import Flow, Kind, Stage
from pipelint.plugins import named_by_default, plugin_spec
from pipelint.plugins.behaviour import Tags


def enter(stage: Stage, parts: Sequence[Stage], events: float, traffic: TrafficProfile) -> Done:
    """What a source does per line, its `<parse>` included, and what it emits."""
    cost = COSTS.of("source", stage.plugin)
    structured = cost is not None and cost.structured
    section = next((part for part in parts if part.kind is Kind.PARSE), None)
    block = stage.block if section is None else section.block
    text = Text(traffic.line_bytes, _framed(stage, block, traffic))
    if structured:
        parsed = Parsed({}, {}, traffic.app_fields, None, text.bytes, nested=traffic.nested_fields, binary=0.0)
    else:
        parsed = parse((section.plugin if section else "") or _parser(stage), block, text, traffic)
    state = _emitted(stage, text, parsed, events, traffic)
    work = COSTS.work("source", stage.plugin, stage.block, state, traffic)
    if work is not None:
        state = work.after()
    uses = [Use(stage, {}, Grade.UNKNOWN) if work is None else Use(stage, work.terms(), work.grade)]
    if parsed.joined:
        left = 1 - traffic.continuation
        state = replace(state.thinned(left), text=state.text / left, record=state.record / left, continuation=0.0)
    if not structured:
        missed = scale(add(parsed.miss, {"log.warn": 1.0}), traffic.miss)
        terms = add(scale(parsed.hit, 1 - traffic.miss), missed if parsed.miss else {})
        uses.append(Use(section or stage, terms, parsed.grade))
        if parsed.miss and not is_true(stage.block, "emit_unmatched_lines"):
            state = state.thinned(1 - traffic.miss)
    return Done(tuple(uses), emitted={Flow.ROUTE: state, Flow.ERROR: state.share(traffic.miss)})


def _parser(stage: Stage) -> str:
    """The parser of an input whose config names none."""
    spec = plugin_spec("fluentd", "input", stage.plugin)
    return (named_by_default(spec.sections["parse"]) if spec is not None and "parse" in spec.sections else "") or "none"


def _emitted(stage: Stage, text: Text, parsed: Parsed, events: float, traffic: TrafficProfile) -> State:
    """The events of the parser, each in a stream of its own."""
    return State(
        events=events,
        emits=1.0,
        text=parsed.message,
        # Keys, quotes and braces of the record stand where the frame stood, or come to it.
        record=max(2.0, text.bytes - parsed.taken) + (0.0 if text.framed and not parsed.framed else 15.0),
        fields=parsed.fields,
        keys=parsed.keys,
        framed=parsed.framed,
        continuation=traffic.continuation,
        partial=traffic.partial,
        tag_parts=_tag_parts(stage, traffic),
        sent=not stage.value("tag"),
        nested=parsed.nested,
        binary=parsed.binary,
    )


def unpacked(state: State) -> tuple[State, Terms]:
    """The events as records, and the work of unpacking them when a sender's bytes came through untouched."""
    if not state.packed:
        return state, {}
    return replace(state, packed=False), {"forward.unpack": 1.0, "forward.unpack_field": state.fields}


def _framed(stage: Stage, parse: Block, traffic: TrafficProfile) -> bool:
    match traffic.lines:
        case "container":
            return stage.plugin == "tail"
        case "plain":
            return False
        case _:
            return reads_frames(stage.plugin, stage.block, parse)


def _tag_parts(stage: Stage, traffic: TrafficProfile) -> float:
    """Parts of the tag; a ``*`` stands for the file's path with dots for slashes, facility and severity come after a syslog's."""
    tag = stage.value("tag")
    if not tag:
        return traffic.sender_tag_parts
    parts = tag.count(".") + 1
    if stage.plugin == "tail" and "*" in tag:
        path = stage.value("path").split(",")[0].strip().strip("/")
        parts += path.count("/") + path.rsplit("/", 1)[-1].count(".")
    return float(parts + 2 * (known(stage).events.tags is Tags.PRIORITY))
