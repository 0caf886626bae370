"""``--cpu-limit``: Kubernetes quantities, and what they make of the rate."""

from __future__ import annotations

import json
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from tests.command_line import pipelint, text_of

ROOT = Path(__file__).parents[2]
FLUENTD = ROOT / "examples" / "fluentd" / "tuning-article-after.conf"
LOGSTASH = ROOT / "examples" / "logstash" / "tuning-article-after"


def estimate(config: Path, limit: str) -> CompletedProcess[str]:
    return text_of(pipelint("estimate", str(config), "--format", "json", "--cpu-limit", limit, cwd=ROOT))


def per_second(config: Path, limit: str) -> tuple[float, float]:
    """Events a second within the limit, and events per CPU second."""
    done = estimate(config, limit)
    assert done.returncode == 0, done.stderr
    (found,) = json.loads(done.stdout)["estimates"]
    return found["events_per_second"]["mid"], found["events_per_cpu_second"]["mid"]


@pytest.mark.parametrize(("limit", "cpus"), [("500m", 0.5), ("0.25", 0.25), ("1", 1.0), ("2", 1.0)])
def test_a_fluentd_worker_uses_one_cpu_at_most(limit: str, cpus: float) -> None:
    within, each = per_second(FLUENTD, limit)
    assert within == pytest.approx(each * cpus)


def test_logstash_works_in_threads() -> None:
    within, each = per_second(LOGSTASH, "2")
    assert within == pytest.approx(each * 2)


@pytest.mark.parametrize("limit", ["0", "-1", "1x", "m", "", "1ee3", "nan", "\u0663", "99999999"])
def test_what_is_no_quantity_is_a_usage_error(limit: str) -> None:
    done = estimate(FLUENTD, limit)
    assert done.returncode == 2
    assert "is not a CPU limit" in done.stderr
