"""Where traced events come to, against the real router, a simulation, and what the graph proves."""

from __future__ import annotations

import json
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from pipelint.engines.fluentd.trace.tracer import FluentdTracer
from pipelint.graph.stage import Kind
from pipelint.trace.model import Fate, Journey
from tests.each import each
from tests.engines.fluentd.test_routing_properties import LABELS, LEVELS, Pipeline, Simulation, pipelines, written
from tests.engines.fluentd.trace.recorded import config_of, message
from tests.properties import tries

DATA = Path(__file__).parents[3] / "data"
CASES = json.loads((DATA / "fluentd-routing.json").read_text())["cases"]


def ended(journeys: list[Journey]) -> dict[Fate, list[tuple[str, str]]]:
    """By fate the ids of the stages and the tags of their events, without those of a copy."""
    found: dict[Fate, list[tuple[str, str]]] = {}
    for journey in journeys:
        for step in journey.steps:
            tags = [event.tag for event in step.events] or [""]
            found.setdefault(step.fate, []).extend((step.stage.value("@id"), tag) for tag in tags)
    return found


@each("number", range(len(CASES)))
def test_events_come_to_where_the_real_router_sent_them(number: int) -> None:
    case = CASES[number]
    config = config_of(case["config"].replace("@type note", "@type stdout"))
    notes = {s.value("@id") for s in config.graph.stages if s.plugin == "stdout" and s.kind in (Kind.FILTER, Kind.OUTPUT)}
    for event in case["events"]:
        source = next(s for s in config.graph.of_kind(Kind.SOURCE) if s.value("@id") == event["source"])
        said = ended(list(FluentdTracer().trace(config, source, [json.dumps(event["record"]).encode()])))
        if "loop" in event:
            assert Fate.UNKNOWN in said
            continue
        assert Fate.UNKNOWN not in said
        reached = [(name, tag) for fate in (Fate.PASSED, Fate.SENT) for name, tag in said.get(fate, ()) if name in notes]
        assert sorted(reached) == sorted((name, tag) for name, tag in event["notes"])
        assert sorted(tag for _, tag in said.get(Fate.NOWHERE, ())) == sorted(event["unmatched"])


@given(pipelines)
@tries(200)
def test_a_trace_reaches_what_a_simulation_reaches_and_nothing_that_is_proved_unreachable(pipeline: Pipeline) -> None:
    config = config_of(written(pipeline))
    simulated = Simulation(pipeline)
    reached: set[int] = set()
    names: set[str] = set()
    round_and_round = False
    for source in config.graph.of_kind(Kind.SOURCE):
        for level in LEVELS:
            for journey in FluentdTracer().trace(config, source, [json.dumps({"level": level}).encode()]):
                for step in journey.steps:
                    if step.stage.kind is not Kind.SOURCE and step.fate is not Fate.NOWHERE:
                        reached.add(step.stage.index)
                        names.add(step.stage.value("@id"))
                    round_and_round = round_and_round or "round" in step.reason
    assert not reached & set(config.graph.proofs.unreached)
    assert round_and_round == simulated.looped
    if not simulated.looped:
        assert names == simulated.reached


@given(st.sampled_from(LABELS), st.lists(st.sampled_from(["a", "b", "", "é", "..", "a b"]), max_size=4).map(".".join))
def test_any_tag_goes_somewhere_or_nowhere(label: str, tag: str) -> None:
    section = f"<label {label}>\n<match a.** b>\n@type null\n</match>\n</label>\n"
    config = config_of(f"<source>\n@type forward\n@label {label}\n</source>\n{section}")
    source = next(config.graph.of_kind(Kind.SOURCE))
    (journey,) = FluentdTracer().trace(config, source, [message(tag, 1, {"a": 1})])
    assert journey.steps[-1].fate in (Fate.SENT, Fate.NOWHERE, Fate.UNKNOWN)
