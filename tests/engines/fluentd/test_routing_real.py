"""Routing of made-up configs against what Fluentd 1.16.5 did with events of their sources (``tests/data/fluentd-routing.json``).

The real router, relabel, copy and rewrite_tag_filter ran; outputs and filters of type ``note`` wrote down what came to them.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pipelint.base.text.document import Document, SourceFile
from pipelint.engines.fluentd.routing.graph import build
from pipelint.engines.fluentd.syntax.parse import parse
from pipelint.graph.stage import Kind, StageGraph
from tests.each import each


@dataclass(frozen=True)
class Case:
    """A config, and what happened: the ids that events came to, the tags that were lost, whether any event went round.

    ``gone`` are the tags with which events came of which nothing was seen again.
    """

    graph: StageGraph
    reached: frozenset[str]
    lost: frozenset[str]
    looped: bool
    gone: frozenset[str]

    def ids(self, stages: set[int]) -> set[str]:
        return {self.graph.stages[index].value("@id") for index in stages}


def graph(config: str) -> StageGraph:
    # Of a plugin by somebody else nothing would be known; stdout is one that passes everything, as filter and as output.
    parsed = parse(Document.whole(SourceFile("x.conf", config.replace("@type note", "@type stdout").encode())))
    assert not parsed.errors
    return build(parsed.root)


@cache
def read() -> list[Case]:
    data = json.loads((Path(__file__).parents[2] / "data" / "fluentd-routing.json").read_text())
    return [
        Case(
            graph(case["config"]),
            frozenset(name for event in case["events"] for name, _ in event.get("notes", ())),
            frozenset(tag for event in case["events"] for tag in event.get("unmatched", ())),
            any("loop" in event for event in case["events"]),
            frozenset(
                event["tag"] for event in case["events"] if not (event.get("notes") or event.get("unmatched") or "loop" in event)
            ),
        )
        for case in data["cases"]
    ]


@each("number", lambda: range(len(read())))
def test_what_fluentd_reached_is_not_called_unreachable(number: int) -> None:
    case = read()[number]
    assert not case.ids(set(case.graph.proofs.unreached)) & case.reached


@each("number", lambda: range(len(read())))
def test_events_said_to_be_lost_were_lost(number: int) -> None:
    case = read()[number]
    for claim in case.graph.proofs.unmatched:
        assert case.looped or (case.lost and set(claim.tags) <= case.lost)


@each("number", lambda: range(len(read())))
def test_what_is_said_to_go_round_went_round(number: int) -> None:
    case = read()[number]
    assert case.looped or all(loop.dropped for loop in case.graph.proofs.loops)


def test_what_is_said_to_come_back_and_be_dropped_was() -> None:
    dropped = [(case, loop) for case in read() for loop in case.graph.proofs.loops if loop.dropped]
    assert all(loop.tag in case.gone for case, loop in dropped)
    assert dropped


def test_nearly_all_that_went_round_is_found() -> None:
    # Only a way round of which each step is certain is claimed, so that some are missed.
    looped = [case for case in read() if case.looped]
    assert len([case for case in looped if any(not loop.dropped for loop in case.graph.proofs.loops)]) >= 0.9 * len(looped) > 0


def test_nearly_all_that_nothing_reached_is_found() -> None:
    silent = found = 0
    for case in read():
        noting = {s.index for s in case.graph.stages if s.plugin == "stdout" and s.parent is None and s.kind is not Kind.FORMAT}
        if not case.looped:
            silent += len(case.ids(noting) - case.reached)
            found += len(case.ids(noting & set(case.graph.proofs.unreached)))
    # The rest takes what Fluentd says of itself, or stands behind a rule of which that cannot be told.
    assert found >= 0.95 * silent > 0
