"""The table in docs/versions.md is what pipelint says of the example; with PIPELINT_UPDATE_VERSIONS set it is written."""

from __future__ import annotations

import os
from pathlib import Path

from pipelint.base.text.locate import locate
from pipelint.checker import check
from pipelint.settings.model import Settings

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "versions.md"
EXAMPLE = ROOT / "examples" / "logstash" / "upgrade.conf"
VERSIONS = ("7.17", "8.14", "8.19", "9.1")
BEGIN, END = "<!-- table -->\n", "<!-- end -->\n"


def table() -> str:
    """The table, a row for each line of the example with findings that not all versions share."""
    said: dict[tuple[int, str], dict[str, list[str]]] = {}
    for version in VERSIONS:
        report = check([str(EXAMPLE)], Settings(versions={"logstash": version}))
        for finding in report.findings:
            place = (locate(finding.place).start.line, finding.place.text)
            said.setdefault(place, {}).setdefault(version, []).append(f"{finding.code} {finding.severity.name.lower()}")
    rows = ["| line | " + " | ".join(VERSIONS) + " |", "|---|" + "---|" * len(VERSIONS)]
    for (line, text), cells in sorted(said.items()):
        found = [", ".join(cells.get(version, ["-"])) for version in VERSIONS]
        if len(set(found)) > 1:
            rows.append(f"| {line}: `{text}` | " + " | ".join(found) + " |")
    return "\n".join(rows) + "\n"


def test_the_table_of_versions_is_what_is_found() -> None:
    page = PAGE.read_text()
    before, rest = page.split(BEGIN)
    kept, after = rest.split(END)
    if os.environ.get("PIPELINT_UPDATE_VERSIONS"):
        PAGE.write_text(before + BEGIN + table() + END + after)
        return
    assert kept == table()
