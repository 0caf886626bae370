"""Values of variables that the pod or the compose service which runs a config gives it."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.checker import Settings, check

CONFIG = """\
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
  @type elasticsearch
  host "%s"
  <buffer>
    @type file
    path /var/log/buffer
    total_limit_size "#{ENV['TOTAL'] || '4g'}"
  </buffer>
</match>
"""
MAP = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: fluentd}\ndata:\n  fluent.conf: |\n"
POD = """\
---
apiVersion: apps/v1
kind: DaemonSet
metadata: {name: fluentd}
spec:
  template:
    spec:
      containers:
        - name: fluentd
          image: fluent/fluentd-kubernetes-daemonset:v1.16-debian-elasticsearch8-1
          command: %s
          env: [{name: TOTAL, %s}, {name: DB_PASSWORD, value: hunter2}, {name: HOST, value: es}]
          volumeMounts: [{name: config, mountPath: /fluentd/etc}, {name: log, mountPath: /var/log}]
      volumes: [{name: config, configMap: {name: fluentd}}, {name: log, hostPath: {path: /var/log}}]
"""
COMPOSE = """\
services:
  logs:
    image: fluent/fluentd:v1.16-1
    %s
    environment:
      %s
    volumes: ["./fluent.conf:/fluentd/etc/fluent.conf"]
"""


def messages(folder: Path, files: dict[str, str]) -> list[str]:
    for name, text in files.items():
        (folder / name).write_text(text)
    return [each.message for each in check([str(folder)], Settings()).findings]


def manifest(host: str, command: str = "[fluentd]", total: str = "value: 16M") -> dict[str, str]:
    lines = (CONFIG % host).splitlines()
    return {"fluentd.yaml": MAP + "".join(f"    {line}\n" for line in lines) + POD % (command, total)}


@pytest.mark.parametrize(
    ("command", "total", "known"),
    [
        ("[fluentd]", "value: 16M", True),
        ('["/bin/sh", "-c", "TOTAL=2g fluentd"]', "value: 16M", False),
        ("[fluentd]", "valueFrom: {secretKeyRef: {name: a, key: b}}", False),
    ],
)
def test_what_a_pod_sets_stands_in_the_place_of_the_default(tmp_path: Path, command: str, total: str, known: bool) -> None:
    found = messages(tmp_path, manifest("es", command, total))
    assert ("the buffer of elasticsearch holds 16 MiB" in found) is known


@pytest.mark.parametrize(
    ("more", "total", "known"),
    [
        ("restart: always", "TOTAL: 16M", True),
        ("entrypoint: sh -c 'fluentd'", "TOTAL: 16M", False),
        ("restart: always", "TOTAL: ${TOTAL:-16M}", False),
        ("restart: always", "TOTAL:", False),
    ],
)
def test_so_does_what_a_compose_service_sets(tmp_path: Path, more: str, total: str, known: bool) -> None:
    found = messages(tmp_path, {"fluent.conf": CONFIG % "es", "compose.yaml": COMPOSE % (more, total)})
    assert ("the buffer of elasticsearch holds 16 MiB" in found) is known


def test_a_secret_is_not_put_in(tmp_path: Path) -> None:
    host = "http://#{ENV['HOST']}:9200/#{ENV['DB_PASSWORD']}"
    assert not any("hunter2" in each for each in messages(tmp_path, manifest(host)))


def test_a_value_may_be_a_part(tmp_path: Path) -> None:
    assert any("Service es.logging.svc " in each for each in messages(tmp_path, manifest("#{ENV['HOST']}.logging.svc")))


@pytest.mark.parametrize(
    ("command", "given", "image", "told"),
    [
        ("[fluentd]", "TOTAL", "fluent/fluentd-kubernetes-daemonset", False),
        ("[fluentd]", "PASSWORD", "fluent/fluentd-kubernetes-daemonset", True),
        ("[fluentd]", "TOTAL", "example.org/collector", True),
        ('["/bin/sh", "-c", "PASSWORD=a fluentd"]', "TOTAL", "fluent/fluentd-kubernetes-daemonset", True),
    ],
)
def test_a_parameter_keeps_its_default_where_nothing_sets_its_variable(
    tmp_path: Path, command: str, given: str, image: str, told: bool
) -> None:
    """What fluentd 1.16 does with use_default: literal_parser.rb, configure_proxy.rb."""
    files = manifest(
        "es.example.org\"\n  user \"#{ENV['USER'] || use_default}\"\n  password \"#{ENV['PASSWORD'] || use_default}", command
    )
    text = (
        files["fluentd.yaml"]
        .replace("fluent/fluentd-kubernetes-daemonset", image)
        .replace("{name: TOTAL, ", f"{{name: {given}, ")
    )
    found = messages(tmp_path, {"fluentd.yaml": text})
    assert ("the password for elasticsearch is sent over HTTP without TLS" in found) is told


def test_a_compose_service_without_the_variable_leaves_the_default(tmp_path: Path) -> None:
    config = CONFIG % "es.example.org\"\n  password \"#{ENV['PASSWORD'] || use_default}"
    for more, told in (("", False), ("env_file: missing.env", True)):
        found = messages(tmp_path, {"fluent.conf": config, "compose.yaml": COMPOSE % (more or "restart: always", "TOTAL: 16M")})
        assert ("the password for elasticsearch is sent over HTTP without TLS" in found) is told
