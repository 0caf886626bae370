"""The recorded cases of ``tests/data/trace-logstash.json``, each traced and set against what Logstash did."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime, timezone
from functools import cache
from pathlib import Path
from typing import Any

from pipelint.base.block import Param
from pipelint.base.text.document import Document, Place, SourceFile
from pipelint.base.text.span import Span
from pipelint.engines.logstash.engine import LogstashEngine
from pipelint.engines.logstash.trace.inputs.codecs import new_event
from pipelint.engines.logstash.trace.program import REFUSES, STOPS, compiled
from pipelint.engines.logstash.trace.values.event import Timestamp, TracedEvent, has_unknown
from pipelint.language.config import Config
from pipelint.sources.bundle import DiskBundle
from pipelint.sources.entry import Entry, Pipeline
from pipelint.trace.model import UNKNOWN, Fate, Step

DATA = Path(__file__).parents[3] / "data" / "trace-logstash.json"
TIME = datetime(2024, 3, 5, 10, tzinfo=timezone.utc)


@dataclass(frozen=True)
class Verdict:
    """``equal``, ``unknown`` or ``wrong``, and why."""

    word: str
    why: str = ""


def pipeline(text: str, ecs: str = "v8", name: str = "case.conf") -> Config:
    """The config of a pipeline with a setting for ECS compatibility."""
    document = Document.whole(SourceFile(name, text.encode()))
    place = Place(document, Span(0, 0))
    setting = Param("pipeline.ecs_compatibility", ecs, place, place)
    parts = (Pipeline("main", (document,), (setting,)),)
    return LogstashEngine().load(Entry("logstash", (document,), DiskBundle(), "a", pipelines=parts))


@cache
def cases() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(DATA.read_text())["cases"]
    return found


def event_of(given: Any, ecs: str) -> TracedEvent:
    """The event of an input, as the file's ``about`` says."""
    data: dict[str, Any] = {"message": given} if isinstance(given, str) else dict(given)
    if isinstance(given, str) and ecs != "disabled":
        data["event"] = {"original": given}
    data.setdefault("@timestamp", Timestamp.of(int(TIME.timestamp()) * 10**9))
    return new_event(data)


def trace(config: Config, event: TracedEvent) -> list[Step]:
    program = compiled(config)
    if program.refusals:
        refusal = program.refusals[0]
        return [Step(refusal.stage, Fate.FAILED, (), REFUSES + refusal.reason)]
    return list(program.follow(event, "main", config.graph.stages[0], []))


def verdict(case: dict[str, Any]) -> Verdict:
    """What a trace of all inputs is to what was recorded."""
    config = pipeline("input { stdin { } }\n" + case["config"] + "\noutput { stdout { } }\n", case["pipeline.ecs_compatibility"])
    expected = case["expected"]
    if config.errors:
        return Verdict("equal" if "config_error" in expected else "wrong", "syntax errors")
    program = compiled(config)
    if program.refusals:
        return Verdict("equal" if "config_error" in expected else "wrong", program.refusals[0].reason)
    steps: list[Step] = []
    for given in case["inputs"]:
        steps += program.follow(event_of(given, case["pipeline.ecs_compatibility"]), "main", config.graph.stages[0], [])
    lost = [step.reason for step in steps if step.fate is Fate.UNKNOWN]
    stops = [step.reason for step in steps if step.reason.startswith(STOPS)]
    made = [step.events[0].record for step in steps if step.fate is Fate.SENT]
    if "config_error" in expected:
        return Verdict("unknown" if lost else "wrong", "; ".join(lost))
    if expected.get("pipeline_stops"):
        return Verdict("equal" if stops else "unknown" if lost else "wrong", "; ".join(lost))
    if stops:
        return Verdict("wrong", stops[0])
    return _compared(made, list(expected["events"]), lost)


def _compared(made: list[Any], expected: list[Any], lost: list[str]) -> Verdict:
    partial = False
    for record in made:
        for at, other in enumerate(expected):
            likeness = like(record, other)
            if likeness is not None:
                partial |= not likeness
                del expected[at]
                break
        else:
            return Verdict("wrong", f"not recorded: {record}; left: {expected}")
    if lost or partial:
        return Verdict("unknown", "; ".join(lost) or "a value")
    return Verdict("wrong" if expected else "equal", f"missing: {expected}")


def like(made: Any, recorded: Any) -> bool | None:
    """Whether a value is the recorded one; False where it is said to be unknown, None where it is another one."""
    if made is UNKNOWN:
        return bool(recorded == "now")
    if isinstance(recorded, dict) and "$float" in recorded:
        return True if isinstance(made, float) and made == float(recorded["$float"]) else None
    if isinstance(made, dict) and isinstance(recorded, dict):
        # Of what is unknown it may not be known whether it is there.
        if recorded.keys() - made.keys() or any(not has_unknown(made[key]) for key in made.keys() - recorded.keys()):
            return None
        return _all([key in recorded and like(made[key], recorded[key]) for key in made])
    if isinstance(made, list) and isinstance(recorded, list):
        return None if len(made) != len(recorded) else _all([like(*pair) for pair in zip(made, recorded, strict=True)])
    if isinstance(made, Timestamp):
        return True if str(made) == recorded else None
    return True if type(made) is type(recorded) and made == recorded else None


def _all(found: list[bool | None]) -> bool | None:
    return None if None in found else all(found)
