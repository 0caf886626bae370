"""Expressions that are tried on names of pods and files, which nobody chooses who writes a line."""

from pathlib import Path

import pytest

from pipelint.checker import Settings, check

CONFIG = """[SERVICE]
    Parsers_File parsers.conf
[INPUT]
    Name tail
    Path /var/log/containers/*.log
    Tag kube.*
{}
[FILTER]
    Name kubernetes
    Match kube.*
{}
[OUTPUT]
    Name stdout
    Match *
"""
SLOW = r"^(?<a>[a-z.]+)x(?<b>[a-z.]+)x(?<c>[a-z.]+)y$"


@pytest.mark.parametrize(
    ("source", "kubernetes", "expected"),
    [
        ("    Parser slow", "", "warning"),
        ("", "    Regex_Parser slow", "info"),
        (rf"    Tag_Regex {SLOW}", "", "info"),
    ],
)
def test_names_of_pods_are_no_attack(tmp_path: Path, source: str, kubernetes: str, expected: str) -> None:
    (tmp_path / "fluent-bit.conf").write_text(CONFIG.format(source, kubernetes), "utf-8")
    (tmp_path / "parsers.conf").write_text(f"[PARSER]\n    Name slow\n    Format regex\n    Regex {SLOW}\n", "utf-8")
    used = "Tag_Regex" not in source
    found = {
        finding.severity.name.lower()
        for checked in check([str(tmp_path)], Settings()).checked
        for finding in checked.findings
        if finding.code == "RX102" and (finding.place.document.name.endswith("parsers.conf") is used)
    }
    assert found == {expected}
