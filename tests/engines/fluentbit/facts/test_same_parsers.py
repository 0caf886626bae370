"""A parser that the images' own file has already, or that has the name of a multiline parser."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.base.finding import Severity
from pipelint.checker import Settings, check

MAP = """\
apiVersion: v1
kind: ConfigMap
metadata: {{name: a}}
data:
  fluent-bit.conf: |
    [SERVICE]
        Parsers_File {first}
        Parsers_File custom_parsers.conf
    [INPUT]
        Name cpu
    [OUTPUT]
        Name null
        Match *
  custom_parsers.conf: |
    [PARSER]
        Name {name}
        Format json
---
apiVersion: apps/v1
kind: DaemonSet
metadata: {{name: a}}
spec:
  template:
    spec:
      containers:
        - name: fluent-bit
          image: fluent/fluent-bit:4.2
          volumeMounts: [{{name: c, mountPath: {mount}}}]
      volumes: [{{name: c, configMap: {{name: a}}}}]
"""
STOCK = "/fluent-bit/etc/parsers.conf"


@pytest.mark.parametrize(
    ("first", "name", "mount", "found"),
    [
        (STOCK, "docker", "/fluent-bit/etc/conf", True),
        (STOCK, "own", "/fluent-bit/etc/conf", False),
        # Another file of the image, and one that is somebody's own.
        ("/fluent-bit/etc/parsers_java.conf", "docker", "/fluent-bit/etc/conf", False),
        ("/etc/own/parsers.conf", "docker", "/fluent-bit/etc/conf", False),
        # The volume hides what the image has there.
        (STOCK, "docker", "/fluent-bit/etc/", False),
    ],
)
def test_a_parser_of_the_image_comes_first(tmp_path: Path, first: str, name: str, mount: str, found: bool) -> None:
    (tmp_path / "a.yaml").write_text(MAP.format(first=first, name=name, mount=mount))
    assert ("FB337" in {each.code for each in check([str(tmp_path)], Settings()).findings}) is found


@pytest.mark.parametrize(
    ("more", "severity"),
    [
        ("    multiline.parser docker, cri\n", Severity.INFO),
        ("    Parser cri\n", Severity.WARNING),
        (
            "    multiline.parser docker, cri\n[FILTER]\n    Name parser\n    Match *\n    Key_Name log\n    Parser cri\n",
            Severity.WARNING,
        ),
    ],
)
def test_a_multiline_parser_is_no_use_of_a_parser_with_its_name(tmp_path: Path, more: str, severity: Severity) -> None:
    before, after = (
        "[SERVICE]\n    Parsers_File parsers.conf\n[INPUT]\n    Name tail\n    Path /a.log\n",
        "[OUTPUT]\n    Name null\n    Match *\n",
    )
    (tmp_path / "fluent-bit.conf").write_text(before + more + after)
    (tmp_path / "parsers.conf").write_text("[PARSER]\n    Name cri\n    Format json\n    Time_Key time\n")
    assert [each.severity for each in check([str(tmp_path)], Settings()).findings if each.code == "FB319"] == [severity]


def test_a_parser_without_a_name_keeps_no_rule_from_asking_for_others(tmp_path: Path) -> None:
    tail = "[SERVICE]\n  Parsers_File parsers.conf\n[INPUT]\n  Name tail\n  Path /tmp/shop.log\n  Parser cri\n"
    tail += "[OUTPUT]\n  Name stdout\n  Match *\n"
    parser = (
        "[PARSER]\n  Name cri\n  Format regex\n  Regex ^(?<time>[^ ]+) (?<stream>stdout|stderr) (?<logtag>[FP]) (?<log>.*)$\n"
    )
    (tmp_path / "fluent-bit.conf").write_text(tail)
    told = []
    for more in ("", "[PARSER]\n  Format json\n"):
        (tmp_path / "parsers.conf").write_text(more + parser)
        told.append("FB930" in {each.code for each in check([str(tmp_path)], Settings()).findings})
    assert told == [True, True]
