"""Files whose writer stands in the project of the config."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.base.finding import Severity
from pipelint.checker import Settings, check

OUTPUT = "[OUTPUT]\n    Name counter\n    Match *\n"


def severities(project: Path, path: str) -> list[Severity]:
    """Of what is said of long lines, where a tail of the project reads ``path``."""
    (project / "fluent-bit.conf").write_text(f"[INPUT]\n    Name tail\n    Path {path}\n    Parser json\n{OUTPUT}")
    return [each.severity for each in check([str(project)], Settings()).findings if each.code == "FB211"]


@pytest.mark.parametrize(
    ("name", "program", "path", "severity"),
    [
        ("app/main.py", 'FileHandler("/logs/shop.log")', "/var/shop/shop.log", Severity.INFO),
        ("app/main.js", "open('shop.log')", "/a/shop.log, /b/shop.log", Severity.INFO),
        ("app/main.py", 'FileHandler("/logs/shop.log")', "/var/shop/shop.log, /var/shop/other.log", Severity.WARNING),
        ("app/main.py", "# see shop.log of the shop", "/var/shop/shop.log", Severity.WARNING),
        ("app/main.py", 'FileHandler("/logs/server.log")', "/var/shop/server.log", Severity.WARNING),
        ("app/main.py", 'FileHandler("/logs/*.log")', "/var/shop/*.log", Severity.WARNING),
        ("app/main.py", 'FileHandler("/logs/a.log")', "/var/shop/a.log", Severity.WARNING),
        ("node_modules/main.js", 'open("shop.log")', "/var/shop/shop.log", Severity.WARNING),
        ("app/main.txt", 'open("shop.log")', "/var/shop/shop.log", Severity.WARNING),
        ("docs/README.md", "```\nLogging__File__Path=logs/shop.log\n```\n", "/var/shop/shop.log", Severity.INFO),
        ("docs/README.md", 'export LOG_FILE="logs/shop.log"\n', "/var/shop/shop.log", Severity.INFO),
        ("docs/README.md", "Fluent Bit reads shop.log\n", "/var/shop/shop.log", Severity.WARNING),
        ("docs/README.md", "LOG_FILE=logs/shop.log.gz\n", "/var/shop/shop.log", Severity.WARNING),
        ("docs/README.md", "THINGS=shop.log\n", "/var/shop/shop.log", Severity.WARNING),
    ],
)
def test_who_has_the_writer_knows_its_lines(tmp_path: Path, name: str, program: str, path: str, severity: Severity) -> None:
    file = tmp_path / name
    file.parent.mkdir(parents=True)
    file.write_text(program)
    assert severities(tmp_path, path) == [severity]


COMPOSE = """services:
  fluent-bit:
    image: fluent/fluent-bit
    volumes: [./fluent-bit.conf:/fluent-bit/etc/fluent-bit.conf, READ:/logs:ro]
  shop:
    build: .
    volumes: [WRITTEN:/var/log/shop]
  other:
    image: example.org/other
    volumes: [OTHER]
volumes: {logs: }
"""


@pytest.mark.parametrize(
    ("here", "there", "other", "severity"),
    [
        ("logs", "logs", "data:/data", Severity.INFO),
        ("./logs", "./logs", "data:/data", Severity.INFO),
        ("logs", "logs", "logs:/data", Severity.WARNING),
        ("logs", "logs", "logs:/data:ro", Severity.INFO),
        ("logs", "more", "data:/data", Severity.WARNING),
        ("$LOGS", "$LOGS", "data:/data", Severity.WARNING),
    ],
)
def test_what_a_compose_file_builds_is_known(tmp_path: Path, here: str, there: str, other: str, severity: Severity) -> None:
    compose = COMPOSE.replace("READ", here).replace("WRITTEN", there).replace("OTHER", other)
    (tmp_path / "compose.yaml").write_text(compose)
    assert severities(tmp_path, "/logs/*.log") == [severity]


POD = """apiVersion: v1
kind: ConfigMap
metadata: {name: fluent-bit}
data:
  fluent-bit.conf: |
    [INPUT]
        Name tail
        Path PATH
        Parser json
        DB /tmp/shop.db
    [OUTPUT]
        Name counter
        Match *
---
apiVersion: v1
kind: Pod
metadata: {name: shop}
spec:
  containers:
    - {name: shop, image: example.org/shop, volumeMounts: [{name: logs, mountPath: OTHER}]}
    - name: fluent-bit
      image: fluent/fluent-bit
      volumeMounts: [{name: config, mountPath: /fluent-bit/etc/}, {name: logs, mountPath: /tmp/logs}]
  volumes: [{name: config, configMap: {name: fluent-bit}}, {name: logs, VOLUME}]
"""


@pytest.mark.parametrize(
    ("path", "other", "volume", "expected"),
    [
        ("/tmp/logs/*.log", "/tmp/logs", "emptyDir: {}", {("FB211", Severity.INFO), ("FB217", Severity.INFO)}),
        ("/tmp/logs/shop.log", "/tmp", "emptyDir: {}", {("FB211", Severity.INFO), ("FB217", Severity.INFO)}),
        ("/tmp/logs/*.log", "/else", "emptyDir: {}", {("FB211", Severity.INFO), ("FB217", Severity.INFO)}),
        ("/tmp/logs/*.log", "/tmp/logs", "hostPath: {path: /a}", {("FB211", Severity.WARNING), ("FB217", Severity.WARNING)}),
        # In no mount, as its positions.
        ("/tmp/shop.log", "/tmp/logs", "emptyDir: {}", {("FB211", Severity.WARNING)}),
        ("/tmp/logs/*.log, /tmp/a.log", "/tmp/logs", "emptyDir: {}", {("FB211", Severity.WARNING), ("FB217", Severity.WARNING)}),
    ],
)
def test_who_has_the_pod_knows_its_lines(
    tmp_path: Path, path: str, other: str, volume: str, expected: set[tuple[str, Severity]]
) -> None:
    text = POD.replace("PATH", path).replace("OTHER", other).replace("VOLUME", volume)
    (tmp_path / "pod.yaml").write_text(text)
    found = check([str(tmp_path)], Settings()).findings
    assert {(each.code, each.severity) for each in found if each.code in ("FB211", "FB217")} == expected


@pytest.mark.parametrize(
    ("volumes", "path", "expected"),
    [
        ("", "/tmp/a.log", 0),
        ("", "/run/a.log", 1),
        ("", "/tmp/a.log, /var/log/a.log", 1),
        ("\n      - ./logs:/tmp/logs", "/tmp/logs/a.log", 1),
        ("\n      - ./logs:/tmp/logs", "/tmp/a.log", 0),
    ],
)
def test_positions_go_with_the_files(tmp_path: Path, volumes: str, path: str, expected: int) -> None:
    mounts = f"      - ./fluent-bit.conf:/fluent-bit/etc/fluent-bit.conf{volumes}\n"
    service = f"services:\n  fluent-bit:\n    image: fluent/fluent-bit\n    volumes:\n{mounts}"
    (tmp_path / "compose.yaml").write_text(service)
    (tmp_path / "fluent-bit.conf").write_text(f"[INPUT]\n    Name tail\n    Path {path}\n    DB /tmp/a.db\n{OUTPUT}")
    assert [each.code for each in check([str(tmp_path)], Settings()).findings].count("FB217") == expected
