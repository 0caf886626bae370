"""What is said of random configs against what the real Fluentd did with their events (``tests/data/fluentd-retry-routes.json``).

Elasticsearch refuses events there and its output emits them again, filters fail into ``@ERROR``, labels lead to labels.
The configs are those of ``random_routes.py``.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from pipelint.checker import Settings, check
from pipelint.graph.stage import Kind, StageGraph
from tests.engines.fluentd.random_routes import Routes

pytestmark = pytest.mark.slow
DATA = Path(__file__).parents[2] / "data" / "fluentd-retry-routes.json"
# Findings that say that Fluentd does not start.
REFUSED = {"FD311", "FD327", "FD362"}


@dataclass(frozen=True)
class Case:
    """A config with what is said of it, and what happened: why it was refused, the plugins that got events (by ``@id``), the
    events that no match took (who emitted them, the label, the tag), the plugins in which events went round.
    """

    graph: StageGraph
    codes: frozenset[str]
    refused: str
    reached: frozenset[str]
    lost: frozenset[tuple[str, str, str]]
    round: frozenset[str]

    def id(self, stage: int) -> str:
        return self.graph.stages[stage].value("@id")


@cache
def read(folder: Path) -> list[Case]:
    data = json.loads(DATA.read_text())["cases"]
    paths = [folder / f"{number}.conf" for number in range(len(data))]
    for path, case in zip(paths, data, strict=True):
        path.write_text(case["config"])
    found = {checked.config.documents[0].file.path: checked for checked in check([str(p) for p in paths], Settings()).checked}
    return [
        Case(
            (checked := found[str(path)]).config.graph,
            frozenset(finding.code for finding in checked.findings),
            case.get("refused", ""),
            frozenset(case.get("reached", ())),
            frozenset(tuple(one) for one in case.get("lost", ())),
            frozenset(case.get("round", ())),
        )
        for path, case in zip(paths, data, strict=True)
    ]


@pytest.fixture(scope="module")
def cases(tmp_path_factory: pytest.TempPathFactory) -> list[Case]:
    return read(tmp_path_factory.mktemp("routes"))


@pytest.fixture(scope="module")
def started(cases: list[Case]) -> list[Case]:
    return [case for case in cases if not case.refused]


def test_the_configs_are_those_of_the_generator() -> None:
    data = json.loads(DATA.read_text())["cases"]
    assert [case["config"] for case in data] == [Routes(seed).text() for seed in range(len(data))]


def test_the_data_has_enough_of_everything(cases: list[Case], started: list[Case]) -> None:
    assert len(started) >= 500
    assert sum(bool(case.round) for case in started) >= 25
    assert sum(bool(case.lost) for case in started) >= 300
    assert len(cases) - len(started) >= 30


def test_what_got_events_is_not_called_unreachable(started: list[Case]) -> None:
    claims: Counter[str] = Counter()
    for number, case in enumerate(started):
        for stage, proof in case.graph.proofs.unreached.items():
            claims[proof.why.value] += 1
            assert case.id(stage) not in case.reached, (number, case.id(stage), proof)
    assert claims["no tag"] >= 500 and claims["taken"] >= 300 and claims["label"] >= 500, claims


def test_nearly_all_that_got_no_event_is_found(started: list[Case]) -> None:
    silent = found = 0
    for case in started:
        if not case.round:
            rules = {s.index for s in case.graph.stages if s.parent is None and s.kind in (Kind.FILTER, Kind.OUTPUT)}
            without = {index for index in rules if case.id(index) not in case.reached}
            silent += len(without)
            found += len(without & set(case.graph.proofs.unreached))
    # The rest waits in @ERROR for tags of plugins that may fail, or behind a rule of which it is not known that it never applies.
    assert found >= 0.8 * silent


def test_events_said_to_be_lost_were_lost(started: list[Case]) -> None:
    claims = 0
    for number, case in enumerate(started):
        for claim in case.graph.proofs.unmatched:
            sender = case.id(claim.way[-1])
            # An event that goes round ends the process, before it comes to what stands after.
            if case.round and sender not in case.reached:
                continue
            claims += 1
            lost = {tag for by, label, tag in case.lost if (by, label) == (sender, claim.label)}
            assert lost and lost.issuperset(claim.tags), (number, sender, claim.label, claim.tags, lost)
    assert claims >= 200


def test_what_is_said_to_go_round_went_round(started: list[Case]) -> None:
    found = 0
    for number, case in enumerate(started):
        for loop in (loop for loop in case.graph.proofs.loops if not loop.dropped):
            rules = {case.id(stage) for stage in loop.stages if case.graph.stages[stage].parent is None}
            # Of two stores that each send events back only the first one comes to it.
            assert rules <= case.round, (number, rules, case.round)
        found += bool(case.round and any(not loop.dropped for loop in case.graph.proofs.loops))
    assert found >= 0.8 * sum(bool(case.round) for case in started)


def test_what_is_said_not_to_start_was_refused(cases: list[Case]) -> None:
    claimed = [case for case in cases if case.codes & REFUSED]
    assert all(case.refused for case in claimed)
    assert len(claimed) >= 25
