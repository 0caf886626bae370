"""Workloads on the command line: the CPU limit of the container that runs a config, and what its pods take together."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests import command_line

ROOT = Path(__file__).parents[2]
CONFIG = """\
apiVersion: v1
kind: ConfigMap
metadata: {name: fluentd}
data:
  fluent.conf: |
    <source>
      @type tail
      path /var/log/app.log
      pos_file /var/log/app.pos
      tag app
      <parse>
        @type none
      </parse>
    </source>
    <match app>
      @type stdout
    </match>
"""
POD = """\
apiVersion: apps/v1
kind: %s
metadata: {name: collector}
spec:
  replicas: 3
  template:
    spec:
      containers:
        - name: fluentd
          resources: {limits: {cpu: %s}}
          volumeMounts: [{name: config, mountPath: /fluentd/etc}]
      volumes: [{name: config, configMap: {name: fluentd}}]
"""


def estimate(folder: Path, *options: str) -> str:
    return pipelint(folder, "estimate", *options)


def pipelint(folder: Path, command: str, *options: str) -> str:
    wide = {**command_line.PLAIN, "COLUMNS": "200"}
    done = command_line.text_of(command_line.pipelint(command, "config.yaml", "pod.yaml", *options, cwd=folder, env=wide))
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "config.yaml").write_text(CONFIG, encoding="utf-8")
    (tmp_path / "pod.yaml").write_text(POD % ("Deployment", "250m"), encoding="utf-8")
    return tmp_path


def test_the_limit_of_the_container_bounds_the_rate_of_a_pod(folder: Path) -> None:
    (found,) = json.loads(estimate(folder, "--format", "json"))["estimates"]
    (workload,) = found["workloads"]
    each = found["events_per_cpu_second"]["mid"]
    assert found["cpu_limit"] == workload["cpu_limit"] == 0.25
    assert found["events_per_second"]["mid"] == pytest.approx(each / 4)
    assert workload["fleet_events_per_second"]["mid"] == pytest.approx(3 * each / 4)
    assert (workload["kind"], workload["name"], workload["container"]) == ("Deployment", "collector", "fluentd")
    assert (workload["location"]["start"]["line"], workload["limit_location"]["start"]["line"]) == (3, 10)


def test_the_option_goes_before_the_manifest(folder: Path) -> None:
    (found,) = json.loads(estimate(folder, "--format", "json", "--cpu-limit", "500m"))["estimates"]
    (workload,) = found["workloads"]
    assert (found["cpu_limit"], workload["cpu_limit"], workload["limit_location"]) == (0.5, 0.5, None)


def test_a_daemon_set_has_no_fleet_that_is_known(folder: Path) -> None:
    (folder / "pod.yaml").write_text(POD % ("DaemonSet", "1"), encoding="utf-8")
    (found,) = json.loads(estimate(folder, "--format", "json"))["estimates"]
    (workload,) = found["workloads"]
    assert (workload["replicas"], workload["fleet_events_per_second"]) == (None, None)


def test_check_gives_the_rate_of_the_workload_as_well(folder: Path) -> None:
    (found,) = json.loads(estimate(folder, "--format", "json"))["estimates"]
    (config,) = json.loads(pipelint(folder, "check", "--format", "json"))["configs"]
    assert config["workloads"] == found["workloads"] != []


def test_text_says_where_the_limit_stands(folder: Path) -> None:
    text = estimate(folder)
    assert "events/s per pod with 0.25 CPUs" in text
    assert "events/s with 3 pods" in text
    assert "Deployment collector (pod.yaml:3), replicas: 3; CPU limit 250m, pod.yaml:10" in text


def test_what_all_pods_take_is_told_where_there_are_several(folder: Path) -> None:
    one = (folder / "pod.yaml").read_text(encoding="utf-8").replace("replicas: 3", "replicas: 1")
    (folder / "pod.yaml").write_text(one, encoding="utf-8")
    text = estimate(folder)
    assert "events/s per pod with 0.25 CPUs" in text and "replicas: 1;" in text
    assert "pods\n" not in text


def test_the_example_needs_both_of_its_files() -> None:
    done = command_line.pipelint("estimate", "examples/kubernetes", "--format", "json", cwd=ROOT)
    (found,) = json.loads(done.stdout)["estimates"]
    assert [workload["name"] for workload in found["workloads"]] == ["kube-system/fluentd"]
