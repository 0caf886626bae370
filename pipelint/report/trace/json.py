"""A trace as JSON; ``docs/json.md`` describes every field."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from pipelint.base.text.locate import locate
from pipelint.trace.model import Event, Fate, Journey, Step, Unknown

if TYPE_CHECKING:
    from collections.abc import Callable

    from pipelint.base.text.document import Place
    from pipelint.graph.stage import Stage
    from pipelint.report.findings.parts.json_parts import JsonObject
    from pipelint.trace.run import Trace
    from pipelint.trace.tally import StageTally

UNKNOWN_VALUE = "?"
"""What stands for a value that only the running engine knows."""


def record_text(record: object) -> str:
    """A record as indented JSON; ``?`` without quotes for what is not known."""
    return json.dumps(record, indent=2, ensure_ascii=False, default=_unknown).replace('"\\u0000?"', UNKNOWN_VALUE)


def _unknown(value: object) -> str:
    """What JSON has no form for."""
    return "\0?" if isinstance(value, Unknown) else repr(value)


def trace_object(trace: Trace, hide: Callable[[str], str]) -> JsonObject:
    """All of a trace; ``hide`` masks what must not be shown."""
    found = trace.tally
    return {
        "config": trace.config.name,
        "engine": trace.config.engine.name,
        "sample": trace.sample,
        "source": _stage(trace.source),
        "lines": found.lines,
        "events": found.journeys,
        "stages": [_counted(stage, found.stages.get(stage.index), hide) for stage in trace.stages],
        "journey": None if found.kept is None else _journey(found.kept, hide),
    }


def _stage(stage: Stage) -> JsonObject:
    return {"index": stage.index, "kind": stage.kind.value, "plugin": stage.plugin, "location": _location(stage.place)}


def _location(place: Place | None) -> JsonObject | None:
    return None if place is None else locate(place).fields()


def _counted(stage: Stage, found: StageTally | None, hide: Callable[[str], str]) -> JsonObject:
    fates = {fate.value: 0 if found is None else found.fates[fate] for fate in Fate}
    reasons: list[JsonObject] = []
    for reason in () if found is None else found.reasons.values():
        said: JsonObject = {"fate": reason.fate.value, "reason": hide(reason.text), "location": _location(reason.place)}
        reasons.append({**said, "events": reason.events, "first_line": reason.line})
    came, given = (0, 0) if found is None else (found.came, found.given)
    return {**_stage(stage), "in": came, "out": given, **fates, "reasons": reasons}


def _journey(journey: Journey, hide: Callable[[str], str]) -> JsonObject:
    steps = [_step(step, hide) for step in journey.steps]
    return {"first_line": journey.first, "last_line": journey.last, "steps": steps}


def _step(step: Step, hide: Callable[[str], str]) -> JsonObject:
    events = [_event(event, hide) for event in step.events]
    said: JsonObject = {"stage": step.stage.index, "fate": step.fate.value, "reason": hide(step.reason)}
    return {**said, "location": _location(step.place), "events": events}


def _event(event: Event, hide: Callable[[str], str]) -> JsonObject:
    return {"tag": event.tag or None, "time": event.time or None, "record": _shown(event.record, hide)}


def _shown(value: object, hide: Callable[[str], str]) -> object:
    match value:
        case Unknown():
            return UNKNOWN_VALUE
        case str():
            return hide(value)
        case dict():
            return {str(key): _shown(inner, hide) for key, inner in value.items()}
        case list() | tuple():
            return [_shown(inner, hide) for inner in value]
        case float() if value != value or value in (float("inf"), float("-inf")):
            return repr(value)
    return value
