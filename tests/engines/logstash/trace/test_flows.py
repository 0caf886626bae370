"""Random pipelines: which plugins their events came to, and with which fields, as Logstash's own code recorded it.

``tests/data/logstash-flows.json`` has the counts; an event that ended its pipeline is in none of them.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from pipelint.engines.logstash.trace.inputs.codecs import new_event
from pipelint.engines.logstash.trace.program import STOPS, compiled
from pipelint.engines.logstash.trace.values.event import TracedEvent, path_of
from pipelint.engines.logstash.trace.values.nested import MISSING
from pipelint.trace.model import Fate, Step
from tests.engines.logstash.random_flows import Flow
from tests.engines.logstash.trace.cases import pipeline

DATA = Path(__file__).parents[3] / "data" / "logstash-flows.json"


class Seen:
    """What a trace of the events of one pipeline says: how many came to each plugin, and which fields any of them had there."""

    def __init__(self, seed: int, fields: list[str]) -> None:
        flow = Flow(seed)
        config = pipeline(flow.text(), "disabled")
        self.program = compiled(config)
        self.paths = [path_of(field) for field in fields]
        self.counts: Counter[str] = Counter()
        self.fields: dict[str, set[int]] = {}
        self.crashed = self.lost = 0
        for given in flow.events():
            event = new_event(given)
            before = event.clone()
            self.follow(before, list(self.program.follow(event, "main", config.graph.stages[0], [])))

    def follow(self, event: TracedEvent, steps: list[Step]) -> None:
        self.lost += any(step.fate is Fate.UNKNOWN for step in steps)
        if any(step.reason.startswith(STOPS) for step in steps):
            self.crashed += 1
            return
        for step in steps:
            name = step.stage.value("id")
            if not name or step.fate is Fate.UNKNOWN:
                continue
            self.counts[name] += 1
            has = {number for number, path in enumerate(self.paths) if event.find(path) is not MISSING}
            self.fields.setdefault(name, set()).update(has)
            if step.events:
                record: Any = step.events[0].record
                event = TracedEvent(record)


@pytest.fixture(scope="module")
def recorded() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(DATA.read_text())
    return found


@pytest.mark.slow
def test_events_come_to_the_plugins_that_they_came_to(recorded: dict[str, Any]) -> None:
    known = 0
    for seed, case in enumerate(recorded["cases"]):
        if "refused" in case:
            continue
        seen = Seen(seed, recorded["fields"])
        wanted = {name: number for name, (number, _) in case["seen"].items() if number}
        if seen.lost:
            assert all(number <= wanted[name] for name, number in seen.counts.items()), seed
            continue
        known += 1
        assert (seen.counts, seen.crashed) == (wanted, case["crashed"]), seed
        # Of an event that ended its pipeline the fields are recorded, too.
        assert seen.crashed or seen.fields == {name: set(has) for name, (_, has) in case["seen"].items()}, seed
    assert known >= 100
