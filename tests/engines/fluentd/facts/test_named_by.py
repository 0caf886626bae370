"""Whose name Fluentd finds as that of its host: the container's, unless a compose file or a variable says another."""

from pathlib import Path

import pytest

from pipelint.checker import Settings, check

CONFIG = """\
<source>
  @type forward
</source>
<filter **>
  @type record_transformer
  <record>
    hostname "#{ENV['HOSTNAME']}"
  </record>
</filter>
<match **>
  @type null
</match>
"""
COMPOSE = """\
services:
  logs:
    image: fluent/fluentd:v1.16-1
    volumes:
      - ./fluent.conf:/fluentd/etc/fluent.conf
"""
POD = """\
apiVersion: v1
kind: Pod
metadata: {name: fluentd}
spec:
  containers:
    - name: fluentd
      image: fluent/fluentd:v1.16-1
      volumeMounts: [{name: config, mountPath: /fluentd/etc}]
      env: [{name: NAME, valueFrom: {fieldRef: {fieldPath: spec.nodeName}}}]
  volumes: [{name: config, configMap: {name: fluentd}}]
---
apiVersion: v1
kind: ConfigMap
metadata: {name: fluentd}
data:
  fluent.conf: |
"""


def _found(folder: Path, files: dict[str, str]) -> list[str]:
    for name, text in files.items():
        (folder / name).write_text(text, "utf-8")
    return [each.message for each in check([str(folder)], Settings()).findings if each.code == "FD853"]


@pytest.mark.parametrize("line", ["hostname: collector", "network_mode: host", "uts: host", "environment: {HOSTNAME: collector}"])
def test_a_compose_file_names_the_container(tmp_path: Path, line: str) -> None:
    files = {"fluent.conf": CONFIG, "docker-compose.yml": COMPOSE}
    assert len(_found(tmp_path, files)) == 1
    assert _found(tmp_path, files | {"docker-compose.yml": f"{COMPOSE}    {line}\n"}) == []


def test_the_file_beside_names_the_container(tmp_path: Path) -> None:
    beside = "services:\n  logs:\n    hostname: collector\n"
    assert _found(tmp_path, {"fluent.conf": CONFIG, "docker-compose.yml": COMPOSE, "docker-compose.override.yml": beside}) == []


def test_a_variable_of_the_pod_may_be_the_name_of_its_node(tmp_path: Path) -> None:
    pod = POD + "".join(f"    {line}\n" for line in CONFIG.splitlines())
    assert "name of the pod" in _found(tmp_path, {"fluentd.yaml": pod})[0]
    assert _found(tmp_path, {"fluentd.yaml": pod.replace("name: NAME", "name: HOSTNAME")}) == []
