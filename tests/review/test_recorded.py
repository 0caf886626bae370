"""What the engines did with 680 small configs, against what pipelint says of these: refusals, and what no event reaches."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from pipelint.base.finding import Finding, Severity
from pipelint.checker import Settings
from tests.review.found import found

DATA = Path(__file__).parent.parent / "data"
VERSIONS = {"fluentd": "1.16.5", "logstash": "8.14.3"}
UNREACHED = frozenset({"FD301", "FD313", "FD314", "FD318"})
# Logstash looks for the names of patterns also in a folder of its own, so that pipelint says "may" and gives no error.
MAY_BE_DEFINED = "grok-054"


def cases(engine: str) -> list[dict[str, Any]]:
    """The recorded cases of an engine, those with ECS as Logstash 8 has it by default."""
    recorded: list[dict[str, Any]] = json.loads((DATA / f"trace-{engine}.json").read_text())["cases"]
    return [case for case in recorded if case.get("pipeline.ecs_compatibility", "v8") == "v8"]


@cache
def judged(engine: str, text: str) -> list[Finding]:
    """The findings of a config; Logstash's cases are filters alone."""
    if engine == "logstash":
        text = f'input {{ beats {{ port => 5044 }} }}\n{text}\noutput {{ s3 {{ bucket => "b" }} }}\n'
    return found(text, "logstash.conf" if engine == "logstash" else "fluent.conf", Settings(versions=VERSIONS))


def stops(finding: Finding) -> bool:
    """Whether it says that the engine does not start with the config."""
    return finding.severity is Severity.ERROR and ("not start" in finding.reason or "at the start" in finding.reason)


@pytest.mark.slow
@pytest.mark.parametrize(("engine", "refused"), [("fluentd", 8), ("logstash", 5)])
def test_what_is_said_to_stop_an_engine_does_and_what_does_is_said(engine: str, refused: int) -> None:
    said, real = set(), set()
    for case in cases(engine):
        if "config_error" in case["expected"]:
            real.add(case["id"])
        if any(map(stops, judged(engine, case["config"]))):
            said.add(case["id"])
    assert said == real - {MAY_BE_DEFINED}
    assert len(said) == refused


def outputs(text: str) -> Iterator[tuple[str, int]]:
    """The names of a recorded config's outputs, with the line that each begins in."""
    lines = text.split("\n")
    number = 0
    for line, content in enumerate(lines, 1):
        if not content.strip().startswith("<match"):
            continue
        end = next(place for place in range(line, len(lines)) if lines[place].strip() == "</match>")
        names = [inner.split()[1] for inner in lines[line:end] if inner.strip().startswith("@id ")]
        yield (names[0] if names else f"match.{number}"), line
        number += 1


def line_of(finding: Finding) -> int:
    """The line that a finding points at."""
    place = finding.place
    return place.document.text[: place.span.start].count(b"\n") + 1


@pytest.mark.slow
def test_no_event_reaches_what_is_said_to_be_out_of_reach() -> None:
    claims = 0
    for case in cases("fluentd"):
        unreached = {line_of(each) for each in judged("fluentd", case["config"]) if each.code in UNREACHED}
        for name, line in outputs(case["config"]):
            if line in unreached:
                claims += 1
                assert not case["expected"]["outputs"].get(name), case["id"]
    assert claims > 3
