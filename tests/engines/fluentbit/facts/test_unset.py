"""What becomes of a property whose variable nothing sets, as the real engine reads it."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.base.finding import Severity
from pipelint.checker import Settings, check

CONFIG = "[INPUT]\n    Name {}\n{}[OUTPUT]\n    Name http\n    Match *\n{}"
COMPOSE = """services:
  logs:
    image: fluent/fluent-bit:5.1
    environment: {SET: a}
    volumes:
      - ./fluent-bit.conf:/fluent-bit/etc/fluent-bit.conf
"""
PODS = """apiVersion: v1
kind: ConfigMap
metadata: {{name: logs}}
data:
  fluent-bit.conf: |
    [INPUT]
        Name cpu
        Tag cpu
    [FILTER]
        Name record_modifier
        Match *
        Record {}
    [OUTPUT]
        Name stdout
        Match *
---
apiVersion: apps/v1
kind: DaemonSet
metadata: {{name: logs}}
spec:
  template:
    spec:
      containers:
        - name: logs
          image: fluent/fluent-bit:5.1
          volumeMounts: [{{name: c, mountPath: /fluent-bit/etc/}}]
      volumes: [{{name: c, configMap: {{name: logs}}}}]
"""


def filtered(plugin: str, line: str) -> str:
    return CONFIG.format("cpu", f"[FILTER]\n    Name {plugin}\n    Match *\n    {line}\n", "")


@pytest.mark.parametrize(
    ("text", "severity"),
    [
        (filtered("record_modifier", "Record node ${X}"), Severity.ERROR),
        (filtered("record_modifier", "Record node a${X}"), Severity.WARNING),
        (filtered("record_modifier", "Record ${SET} ${X}"), Severity.WARNING),
        (filtered("grep", "Regex log ${X}"), Severity.ERROR),
        (filtered("grep", "Regex log ^${X}$"), Severity.WARNING),
        (filtered("modify", "Add env ${X}"), Severity.ERROR),
        (filtered("lua", "protected_mode ${X}"), Severity.ERROR),
        (filtered("lua", "call ${X}"), Severity.WARNING),
        (CONFIG.format("tail", "    Path ${X}\n", ""), Severity.ERROR),
        (CONFIG.format("tail", "    Path /a${X}\n", ""), Severity.WARNING),
        (CONFIG.format("tail", "    Path /a\n    Skip_Long_Lines ${X}\n", ""), Severity.WARNING),
        (CONFIG.format("cpu", "", "    Header A ${X}\n"), Severity.WARNING),
    ],
)
def test_too_little_that_is_left_ends_the_start(tmp_path: Path, text: str, severity: Severity) -> None:
    (tmp_path / "fluent-bit.conf").write_text(text)
    (tmp_path / "compose.yaml").write_text(COMPOSE)
    assert [each.severity for each in check([str(tmp_path)], Settings()).findings if each.code == "FB908"] == [severity]


@pytest.mark.parametrize(("record", "severity"), [("node ${X}", Severity.ERROR), ("node a${X}", Severity.WARNING)])
def test_so_it_does_in_pods(tmp_path: Path, record: str, severity: Severity) -> None:
    (tmp_path / "logs.yaml").write_text(PODS.format(record))
    assert [each.severity for each in check([str(tmp_path)], Settings()).findings if each.code == "KUB303"] == [severity]


@pytest.mark.parametrize(
    ("name", "other", "found"),
    [
        ("docker-compose.full.yml", COMPOSE.replace("SET", "X"), [Severity.WARNING]),
        ("docker-compose.full.yml", COMPOSE, [Severity.ERROR]),
        # What is always taken together, or is not enough.
        ("docker-compose.override.yml", COMPOSE.replace("SET", "X"), []),
        ("docker-compose.more.yml", "services:\n  logs:\n    environment: {X: a}\n", []),
    ],
)
def test_one_of_several_compose_files_that_have_the_service_sets_it(
    tmp_path: Path, name: str, other: str, found: list[Severity]
) -> None:
    (tmp_path / "fluent-bit.conf").write_text(filtered("record_modifier", "Record node ${X}"))
    (tmp_path / "docker-compose.yml").write_text(COMPOSE)
    (tmp_path / name).write_text(other)
    assert [each.severity for each in check([str(tmp_path)], Settings()).findings if each.code == "FB908"] == found
