"""Today's config is costed once in a run, whatever asks: rules, gains, the report, the limits of its pods."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from pipelint.checker import Settings, check
from pipelint.compare.model import Limits
from pipelint.compare.revisions.sides import path_sides
from pipelint.compare.run import compare
from pipelint.cost import estimate
from pipelint.cost.events.traffic import TrafficProfile
from pipelint.graph.stage import StageGraph
from pipelint.settings.project import Project

EXAMPLE = Path(__file__).parents[2] / "examples" / "kubernetes"


@pytest.fixture
def costed(monkeypatch: pytest.MonkeyPatch) -> Iterator[Counter[tuple[int, TrafficProfile]]]:
    """How often each config was walked under one traffic, by its graph and the traffic."""
    counted: Counter[tuple[int, TrafficProfile]] = Counter()
    graphs: list[StageGraph] = []  # so that no other one gets the id of one that is gone
    real = estimate.walk

    def count(graph: StageGraph, traffic: TrafficProfile, *rest: object) -> object:
        graphs.append(graph)
        counted[id(graph), traffic] += 1
        return real(graph, traffic, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(estimate, "walk", count)
    yield counted


def test_a_check_with_gains_and_a_pod_with_a_limit(costed: Counter[tuple[int, TrafficProfile]]) -> None:
    report = check([str(EXAMPLE)], Settings(estimates=True))
    (checked,) = report.checked
    assert checked.estimate is not None and sum(finding.gain is not None for finding in checked.findings) > 1
    assert checked.config.workloads and max(costed.values()) == 1


def test_a_comparison(costed: Counter[tuple[int, TrafficProfile]], tmp_path: Path) -> None:
    for name, threads in (("old", "16"), ("new", "8")):
        folder = tmp_path / name
        folder.mkdir()
        for path in EXAMPLE.iterdir():
            (folder / path.name).write_text(path.read_text().replace("flush_thread_count 16", f"flush_thread_count {threads}"))
    found = compare(*path_sides(str(tmp_path / "old"), str(tmp_path / "new")), Project.of_one(Settings()), Limits())
    (compared,) = found.configs
    assert compared.before_estimate is not None and compared.after_estimate is not None
    assert max(costed.values()) == 1
