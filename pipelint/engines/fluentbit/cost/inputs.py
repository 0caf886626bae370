"""The work of Fluent Bit's inputs with their parsers, and the events that leave them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from pipelint.base.lean.record import replace
from pipelint.cost.events.flow import State
from pipelint.cost.events.traffic import Figures, TrafficProfile
from pipelint.cost.events.work import Done, Grade, Use, add, scale
from pipelint.engines.fluentbit.cost.multiline import FRAMES, Joined, expanded, firstline, join
from pipelint.engines.fluentbit.cost.params import is_on, listed
from pipelint.engines.fluentbit.cost.parsers import Parsed, Text, json, parse
from pipelint.engines.fluentbit.cost.processors import processed
from pipelint.engines.fluentbit.cost.said import COSTS
from pipelint.graph.stage import Flow, Stage
from pipelint.plugins.index import plugin_of

CONTAINER_PATHS = ("/var/log/containers/", "/var/log/pods/", "/var/lib/docker/containers/")
# Bytes of what a text without a parser is put under.
_KEY_BYTES = 10.0


def reads_container_logs(stage: Stage) -> bool:
    """Whether a source follows files below a path of container logs."""
    return stage.plugin == "tail" and any(path in stage.value("path") for path in CONTAINER_PATHS)


def enter(stage: Stage, parts: Sequence[Stage], events: float, traffic: TrafficProfile) -> Done:
    """What an input does per line with its parsers, its processors and its chunks, and what it gives on."""
    runtime = _runtime(stage, traffic)
    if runtime:
        traffic = cast("TrafficProfile", Figures(traffic, {"runtime": runtime}))
    size = traffic.line_bytes
    text = Text(size, traffic.message_bytes if runtime else None)
    found = _parsed(stage, text, traffic)
    state = State(
        events=events * found.left,
        emits=0.001,
        text=found.text / found.left,
        record=found.record / found.left,
        fields=found.fields,
        keys=None,
        framed=False,
        continuation=0.0 if found.continued else traffic.continuation,
        partial=0.0 if found.split else traffic.partial,
        tag_parts=1.0,
        sent=not stage.value("tag") and stage.plugin in ("forward", "http", "opentelemetry", "splunk", "elasticsearch"),
    )
    work = COSTS.work("source", stage.plugin, stage.block, replace(state, events=1.0), traffic)
    own = Use(stage, {}, Grade.UNKNOWN) if work is None else Use(stage, work.terms(), max(work.grade, found.grade))
    if work is not None:
        state = replace(work.after(), events=state.events)
    terms = add({"input.byte": size, "input.event": found.left}, own.terms, found.terms, scale(_stored(stage, state), found.left))
    state, uses = processed(parts, replace(state, events=found.left), traffic)
    return Done((Use(stage, terms, own.grade), *uses), emitted={Flow.ROUTE: replace(state, events=events * state.events)})


def _parsed(stage: Stage, text: Text, traffic: TrafficProfile) -> Joined:
    """What an input makes of a line, and the work of that."""
    if stage.plugin == "tail":
        if multiline := listed(stage.block, "multiline.parser"):
            return join(stage, multiline, text, traffic, traffic.continuation)
        if is_on(stage.block, "multiline") and stage.value("parser_firstline"):
            return firstline(stage, text, traffic)
    if plugin_of("fluentbit", "source", stage.plugin).events.no_fields:
        return Joined({}, 0.0, text.bytes, text.bytes)
    cost = COSTS.of("source", stage.plugin)
    if cost is not None and cost.structured:
        return Joined({}, traffic.app_fields, text.bytes, text.bytes)
    if name := stage.value("parser"):
        return _alone(parse(stage, name, text, traffic), text, traffic)
    if stage.plugin in ("tcp", "udp", "stdin", "http", "mqtt", "serial") and stage.value("format", "json").lower() == "json":
        return _alone(json(text, traffic), text, traffic)
    return Joined({}, 1.0, text.bytes, text.bytes + _KEY_BYTES)


def _alone(parsed: Parsed, text: Text, traffic: TrafficProfile) -> Joined:
    """Each line is an event; one that does not parse is taken as it is."""
    miss = traffic.miss
    terms = add(scale(parsed.hit, 1 - miss), scale(parsed.miss, miss))
    fields = parsed.fields * (1 - miss) + miss
    plain = text.bytes + _KEY_BYTES
    return Joined(
        terms, fields, parsed.text * (1 - miss) + text.bytes * miss, parsed.record * (1 - miss) + plain * miss, grade=parsed.grade
    )


def _runtime(stage: Stage, traffic: TrafficProfile) -> str:
    """The container runtime that framed the lines, ``""`` for none: as its parsers expect, else as the traffic has it."""
    if traffic.lines == "plain" or stage.plugin != "tail":
        return ""
    named = [name for name in (*expanded(listed(stage.block, "multiline.parser")), stage.value("parser")) if name in FRAMES]
    if not named and traffic.lines != "container" and not reads_container_logs(stage):
        return ""
    return named[0] if named and traffic.runtime not in named else traffic.runtime


def _stored(stage: Stage, state: State) -> Mapping[str, float]:
    """Chunks in files: their bytes are copied once more."""
    if stage.value("storage.type").lower() != "filesystem":
        return {}
    return {"storage.byte": state.record}
