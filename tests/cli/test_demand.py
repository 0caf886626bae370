"""What an estimate answers besides the rate: cores, workers, pods, headroom, money; what fixes would change in that."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest

from tests.command_line import pipelint, text_of

SLOW = """\
<source>
  @type tail
  tag a
  path /var/log/a.log
  pos_file /var/lib/a.pos
  <parse>
    @type json
    time_format %Y-%m-%dT%H:%M:%S.%NZ
  </parse>
</source>
<match a>
  @type file
  path /var/log/out
</match>
"""
DEPLOYMENT = """\
apiVersion: apps/v1
kind: Deployment
metadata: {name: collector}
spec:
  replicas: 3
  template:
    spec:
      containers:
        - name: fluentd
          image: fluent/fluentd:v1.16-1
          resources: {limits: {cpu: 500m}}
          volumeMounts: [{name: config, mountPath: /fluentd/etc}]
      volumes: [{name: config, configMap: {name: collector}}]
---
apiVersion: v1
kind: ConfigMap
metadata: {name: collector}
data:
  fluent.conf: |
"""
TARGETS = "low", "mid", "high"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "a.conf").write_text(SLOW)
    (tmp_path / "pipelint.toml").write_text("[cost]\ncore-hour = 0.5\n")
    return tmp_path


def run(folder: Path, *words: str) -> str:
    done = text_of(pipelint("estimate", *words, cwd=folder))
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def estimates(folder: Path, *words: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(run(folder, *words, "--format", "json"))["estimates"]
    return found


def test_a_rate_takes_cores_workers_and_money(folder: Path) -> None:
    (found,) = estimates(folder, "a.conf", "--rate", "12000")
    needs, us = found["demand"], found["us_per_event"]
    for end in TARGETS:
        assert needs["cores"][end] == pytest.approx(us[end] * 12000 / 1e6)
        assert needs["workers"][end] == math.ceil(us[end] * 12000 / 1e6)
        assert needs["price_per_hour"][end] == pytest.approx(needs["cores"][end] * 0.5)
        # One worker uses one CPU.
        assert needs["headroom"][end] == pytest.approx(found["events_per_cpu_second"][end] / 12000)
    assert needs["pods"] == []
    text = run(folder, "a.conf", "--rate", "12000")
    rows = {row.split("  ")[0]: row for row in text.splitlines()}
    assert "12,000 events/s take" in rows
    assert rows["workers"].endswith("now 1")
    assert rows["price a month"].endswith("730 hours")
    assert "at 0.5 for a core" in rows["price an hour"]


def test_a_cpu_limit_makes_processes_of_it(folder: Path) -> None:
    (found,) = estimates(folder, "a.conf", "--rate", "12000", "--cpu-limit", "500m")
    (each,) = found["demand"]["pods"]
    held = found["events_per_second"]
    assert (each["workload"], each["cpus"]) == (None, 0.5)
    assert each["count"] == {
        "low": math.ceil(12000 / held["high"]),
        "mid": math.ceil(12000 / held["mid"]),
        "high": math.ceil(12000 / held["low"]),
    }
    assert found["demand"]["headroom"]["mid"] == pytest.approx(held["mid"] / 12000)


def test_pods_at_their_limit_and_the_headroom_of_those_that_there_are(tmp_path: Path) -> None:
    config = "".join(f"    {row}\n" for row in SLOW.splitlines())
    (tmp_path / "all.yaml").write_text(DEPLOYMENT + config)
    (found,) = estimates(tmp_path, "--rate", "9000")
    (each,) = found["demand"]["pods"]
    (workload,) = found["workloads"]
    assert (each["workload"], each["cpus"]) == ("Deployment collector", 0.5)
    assert each["count"]["mid"] == math.ceil(9000 / workload["events_per_second"]["mid"])
    for end in TARGETS:
        assert found["demand"]["headroom"][end] == pytest.approx(3 * workload["events_per_second"][end] / 9000)
    assert "0.5 CPUs each, now 3" in run(tmp_path, "--rate", "9000")


def test_of_two_workloads_nobody_knows_which_has_the_rate(tmp_path: Path) -> None:
    config = "".join(f"    {row}\n" for row in SLOW.splitlines())
    deployment, config_map = DEPLOYMENT.split("---\n")
    second = deployment.replace("metadata: {name: collector}", "metadata: {name: second}")
    (tmp_path / "all.yaml").write_text("---\n".join((deployment, second, config_map + config)))
    (found,) = estimates(tmp_path, "--rate", "9000")
    assert [each["workload"] for each in found["demand"]["pods"]] == ["Deployment collector", "Deployment second"]
    assert found["demand"]["headroom"] is None


def test_the_settings_name_the_rate_and_the_option_another(folder: Path) -> None:
    (folder / "pipelint.toml").write_text("[traffic]\nevents-per-second = 700\n")
    (found,) = estimates(folder)
    assert (found["demand"]["rate"], found["demand"]["price_per_hour"]) == (700, None)
    (found,) = estimates(folder, "--rate=900")
    assert found["demand"]["rate"] == 900
    (folder / "pipelint.toml").unlink()
    (found,) = estimates(folder)
    assert found["demand"] is None
    assert "take" not in run(folder)


def test_several_configs_have_a_table_with_a_total(folder: Path) -> None:
    (folder / "b.conf").write_text(SLOW)
    (folder / "c.conf").write_text("<source>\n  @type tail\n")
    done = text_of(pipelint("estimate", "--rate", "1000", cwd=folder))
    head, first, second, broken, total = done.stdout.splitlines()[-5:]
    assert head.split()[0] == "µs/event"
    assert "price/month" in head
    assert first.endswith("a.conf") and second.endswith("b.conf") and broken.split() == ["-", "-", "-", "-", "-", "c.conf"]
    one = estimates(folder, "a.conf", "--rate", "1000")[0]["demand"]["cores"]["mid"]
    assert total.endswith("all of them")
    assert float(total.split()[0]) == pytest.approx(2 * one, rel=0.01)
    text = run(folder, "a.conf", "b.conf")
    assert text.splitlines()[-1].endswith("an event through all of them")


def test_what_if_estimates_the_config_with_the_fixes(folder: Path) -> None:
    (now,) = estimates(folder, "a.conf", "--rate", "1000")
    (then,) = estimates(folder, "a.conf", "--rate", "1000", "--what-if", "FD101")
    assert then["before"]["us_per_event"] == now["us_per_event"]
    assert then["us_per_event"]["mid"] < now["us_per_event"]["mid"]
    (gain,) = then["joint_gains"]
    assert gain["fixes"] == 1
    assert gain["ratio"] == pytest.approx(now["us_per_event"]["mid"] / then["us_per_event"]["mid"])
    # What --fix makes of the file costs the same.
    copy = folder / "fixed.conf"
    copy.write_text(SLOW)
    pipelint("check", "fixed.conf", "--fix", "--select", "FD101", cwd=folder)
    assert "%N%z" in copy.read_text()
    assert estimates(folder, "fixed.conf")[0]["us_per_event"] == then["us_per_event"]
    assert (folder / "a.conf").read_text() == SLOW
    text = run(folder, "a.conf", "--rate", "1000", "--what-if", "FD101")
    assert "with 1 fix, some unsafe" not in text
    assert "with the fixes" in text


def test_what_if_says_what_cannot_be_fixed(folder: Path) -> None:
    text = run(folder, "a.conf", "--what-if", "FD101,FD130")
    assert text.splitlines()[-1] == "a.conf: note: nothing that FD130 finds here can be fixed automatically"
    done = text_of(pipelint("estimate", "--what-if", "XX1", cwd=folder))
    assert done.returncode == 2
    assert 'no rule has the code, prefix or name "XX1"' in done.stderr


def test_markdown_has_the_tables(folder: Path) -> None:
    (folder / "b|c.conf").write_text(SLOW)
    text = run(folder, "--rate", "1000", "--format", "markdown")
    rows = text.splitlines()
    assert rows[0] == "### pipelint: `a.conf`"
    assert "| 1,000 events/s take |  |  |  |" in rows
    assert "| µs/event | low .. high | share | stage | line | known |" in rows
    assert sum(row.startswith("| **") for row in rows) == 2
    assert "### pipelint: all configs" in rows
    # A table row has as many cells as its head, whatever a file is called.
    for block in text.split("\n\n"):
        table = [row.replace("\\|", "") for row in block.splitlines() if row.startswith("|")]
        assert len({row.count("|") for row in table}) <= 1
