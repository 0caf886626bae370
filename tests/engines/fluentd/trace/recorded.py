"""The recorded cases of ``tests/data/trace-fluentd.json``: each traced, and compared with what the real Fluentd did."""

from __future__ import annotations

import json
from base64 import b64decode
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

from pipelint.base.lean.record import replace
from pipelint.base.text.document import Document, SourceFile
from pipelint.engines.fluentd.engine import FluentdEngine
from pipelint.engines.fluentd.trace.rules import Rules, Way
from pipelint.engines.fluentd.trace.tracer import FluentdTracer
from pipelint.graph.stage import Kind, Stage
from pipelint.language.config import Config
from pipelint.sources import Entry
from pipelint.sources.bundle import NoBundle
from pipelint.trace.model import UNKNOWN, Event, Fate, Given, Journey

DATA = Path(__file__).parents[3] / "data" / "trace-fluentd.json"
Json = Any  # What json gives.


@cache
def cases() -> list[Json]:
    """All cases."""
    found: list[Json] = json.loads(DATA.read_text("utf-8"))["cases"]
    return found


def line_of(said: Json) -> bytes:
    """A line of a file."""
    return b64decode(said["$bytes"]) if isinstance(said, dict) else said.encode()


def message(tag: str, when: Json, record: Json) -> bytes:
    """A message of the forward protocol as a line."""
    held: list[bytes] = []

    def shown(value: Json) -> Json:
        if isinstance(value, dict) and "$bytes" in value:
            held.append(b64decode(value["$bytes"]))
            return f"\0{len(held) - 1}\0"
        if isinstance(value, dict):
            return {key: shown(item) for key, item in value.items()}
        return [shown(item) for item in value] if isinstance(value, list) else value

    text = json.dumps(shown(record), ensure_ascii=False).encode()
    for number, raw in enumerate(held):
        text = text.replace(f"\\u0000{number}\\u0000".encode(), raw)
    time = f"{when[0]}.{when[1]:09d}" if isinstance(when, list) else str(when)
    return f"[{json.dumps(tag)}, {time}, ".encode() + text + b"]"


def config_of(text: str) -> Config:
    """The config of a text."""
    document = Document.whole(SourceFile("fluent.conf", text.encode()))
    return FluentdEngine().load(Entry("fluentd", (document,), NoBundle(), "fluent.conf"))


def _in_batches(rules: Rules, label: str, tag: str) -> Way:
    return replace(_find(rules, label, tag), goes_on=False)


_find = Rules._find


def journeys(case: Json, config: Config, zone: str) -> list[Journey]:
    """What the tracer says of a case's inputs.

    The recorder hooked into ``filter_stream`` of each filter, so that no pipeline was optimized: an event that failed went no
    further. Without the hooks it goes on (``test_tracer.py``).
    """
    with patch.object(Rules, "_find", _in_batches):
        return _journeys(case, config, zone)


def _journeys(case: Json, config: Config, zone: str) -> list[Journey]:
    tracer = FluentdTracer()
    sources = tracer.sources(config)
    found: list[Journey] = []
    for given in case["inputs"]:
        if "path" in given:
            source = next(s for s in sources if s.plugin == "tail")
            lines = [line_of(line) for line in given["lines"]]
            if given.get("no_newline"):
                lines.pop()  # it waits for its line end
            found += tracer.trace(config, source, lines, Given(path=given["path"], zone=zone))
        else:
            source = next(s for s in sources if s.plugin == "forward")
            found += tracer.trace(
                config, source, [message(given["tag"], when, record) for when, record in given["events"]], Given(zone=zone)
            )
    return found


def names(config: Config) -> dict[int, str]:
    """What the recording calls each filter and output."""
    counts: Counter[str] = Counter()
    found: dict[int, str] = {}
    for stage in sorted(config.graph.stages, key=lambda s: s.block.place.span.start):
        if stage.kind in (Kind.FILTER, Kind.OUTPUT):
            found[stage.index] = stage.value("@id") or f"{stage.block.name}.{counts[stage.block.name]}"
            counts[stage.block.name] += 1
    return found


def exact(value: object) -> object:
    """A value that equals another only in type and order, too; what is not known stays."""
    if isinstance(value, dict):
        return ("dict", [(key, exact(item)) for key, item in value.items()])
    if isinstance(value, list):
        return ("list", [exact(item) for item in value])
    if isinstance(value, float):
        return ("float", repr(value))
    if value is UNKNOWN:
        return UNKNOWN
    return (type(value).__name__ if not isinstance(value, str) else "str", value)


def recorded(said: Json) -> tuple[str, str, object]:
    """A recorded event."""
    time = said["time"]
    if time == "now":
        when = ""
    elif isinstance(time, dict):
        when = str(next(iter(time.values())))
    else:
        when = str(time[0]) if not time[1] else f"{time[0]}.{time[1]:09d}"
    return said["tag"], when, recorded_value(said["record"])


def recorded_value(said: Json) -> object:
    if isinstance(said, dict):
        if "$float" in said:
            return ("float", repr(float(said["$float"])))
        if {"$time", "$rubytime"} & said.keys():
            return UNKNOWN
        return ("dict", [(key, recorded_value(item)) for key, item in said.items()])
    if isinstance(said, list):
        return ("list", [recorded_value(item) for item in said])
    return exact(said)


def traced(event: Event) -> tuple[str, str, object]:
    """A traced event."""
    return event.tag, event.time, exact(event.record)


def unsure(event: tuple[str, str, object]) -> bool:
    """Whether a part of it is not known."""

    def holds(value: object) -> bool:
        if isinstance(value, (tuple, list)):
            return any(map(holds, value))
        return value is UNKNOWN

    return event[1] == "?" or holds(event[2])


def agrees(said: tuple[str, str, object], real: tuple[str, str, object]) -> bool:
    """Whether a traced event is what was recorded, as far as it is known."""

    def same(one: object, other: object) -> bool:
        if one is UNKNOWN:
            return True
        if isinstance(one, (tuple, list)) and isinstance(other, (tuple, list)):
            return len(one) == len(other) and all(map(same, one, other))
        return one == other

    return said[0] == real[0] and said[1] in ("?", real[1]) and same(said[2], real[2])


def taken(said: list[tuple[str, str, object]], real: list[tuple[str, str, object]]) -> list[tuple[str, str, object]] | None:
    """The recorded events that are left when each traced one took its own; None where one finds none."""
    left = list(real)
    for event in said:
        found = next((number for number, other in enumerate(left) if agrees(event, other)), None)
        if found is None:
            return None
        del left[found]
    return left


def by_stage(found: list[Journey], kinds: tuple[Kind, ...], fates: tuple[Fate, ...]) -> Iterator[tuple[Stage, Event]]:
    """The events of all steps of such stages with such fates."""
    for journey in found:
        for step in journey.steps:
            if step.stage.kind in kinds and step.fate in fates:
                for event in step.events:
                    yield step.stage, event


def verdict(case: Json, config: Config, found: list[Journey]) -> str:
    """equal, unknown, or what is wrong."""
    expected = case["expected"]
    steps = [step for journey in found for step in journey.steps]
    lost = any(step.fate is Fate.UNKNOWN for step in steps)
    if "config_error" in expected:
        return "unknown" if lost and not any(step.fate is Fate.SENT for step in steps) else "wrong: it does not start"
    called = names(config)
    held = any(step.fate is Fate.HELD for step in steps)
    doubt = lost
    wanted = {"outputs": dict(expected["outputs"]), "stages": dict(expected.get("stages", {}))}
    kinds = {"outputs": ((Kind.OUTPUT,), (Fate.SENT, Fate.PASSED)), "stages": ((Kind.FILTER,), (Fate.PASSED,))}
    for what, (stages, fates) in kinds.items():
        said: dict[str, list[tuple[str, str, object]]] = {}
        for stage, event in by_stage(found, stages, fates):
            if stage.plugin != "rewrite_tag_filter":
                said.setdefault(called[stage.index], []).append(traced(event))
        real = {
            name: [recorded(event) for event in events if not (held and event.get("at") == "shutdown")]
            for name, events in wanted[what].items()
        }
        rewriting = {called[s.index] for s in config.graph.stages if s.index in called and s.plugin == "rewrite_tag_filter"}
        for name in dict.fromkeys([*said, *real]):
            if name in rewriting:
                continue
            if what == "stages" and name not in real and not expected.get("stages"):
                continue
            left = taken(said.get(name, []), real.get(name, []))
            if left is None:
                return f"wrong: {what} {name}: {said.get(name)} is not {real.get(name)}"
            doubt = doubt or any(map(unsure, said.get(name, [])))
            if left and not lost and not (held and what == "outputs"):
                return f"wrong: {what} {name}: missing {left}"
    failed = [traced(event) for _, event in by_stage(found, (Kind.FILTER,), (Fate.FAILED,))]
    errors = [recorded(event) for event in expected["errors"] if not (held and event["kind"] == "TimeoutError")]
    left = taken(failed, errors)
    if left is None or (left and not lost):
        return f"wrong: errors: {failed} is not {errors}"
    return "unknown" if doubt else "equal"
