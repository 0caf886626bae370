"""Pipelines with their settings checked for a release of Logstash: what it refuses, what it warns of, which events are others."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any  # What json gives.

import pytest

from pipelint.base.finding import Finding, Severity
from pipelint.checker import check
from pipelint.settings.model import Settings
from tests.each import each

CASES = json.loads((Path(__file__).resolve().parents[1] / "data" / "upgrades" / "logstash-behaviour.json").read_text())

REFUSES = frozenset({"LS334", "LS336", "LS357", "LS506", "LS509"})
WARNS = frozenset({"LS502", "LS506", "LS508"})
OTHER = frozenset({"LS504", "LS505"})

# Where other events are no finding of their own.
SAID_ELSEWHERE = {
    "yml-monitoring": "what LS508 says is about no event",
    "clone": "LS335, where a condition tests the type",
    "es-in-docinfo": "LS503, where something reads what @metadata holds",
}
CONFIG = "input { generator { } }\noutput { sink { } }\n"


def findings(folder: Path, case: dict[str, Any], release: str) -> list[Finding]:
    """What a check of a case for a release finds."""
    (folder / "main.conf").write_text(case.get("config", CONFIG))
    if "logstash_yml" in case:
        (folder / "logstash.yml").write_text(json.dumps(case["logstash_yml"]))
    if "pipelines_yml" in case:
        pipeline = {"pipeline.id": "main", "path.config": "main.conf", **case["pipelines_yml"]}
        (folder / "pipelines.yml").write_text(json.dumps([pipeline]))
    report = check([str(folder)], Settings(versions={"logstash": release}, fail_on=None))
    assert not report.problems
    return list(report.findings)


def does(found: list[Finding], about: list[str]) -> str:
    """What Logstash does with what is found about plugins (``input/tcp``) and settings."""
    names = [name.rsplit("/", 1)[-1] for name in about]
    codes = {each.code for each in found}
    if any(each.code in REFUSES and each.severity is Severity.ERROR for each in found):
        return "refuses"
    if any(each.code in OTHER and any(name in said(each) for name in names) for each in found):
        return "starts, other events"
    return "starts, with deprecation" if codes & WARNS else "starts"


def said(finding: Finding) -> str:
    """The message, and the text that it is about."""
    return finding.message + finding.place.text


@pytest.mark.parametrize("release", ["7.17.29", "8.14.3", "9.1.10", "9.5.2"])
@each("case", CASES, ids=lambda case: case["id"])
def test_what_logstash_does_with_a_pipeline(case: dict[str, Any], release: str, tmp_path: Path) -> None:
    result, *about = case["expect"][release]
    found = findings(tmp_path, case, release)
    if result == "starts, other events" and case["id"] in SAID_ELSEWHERE:
        assert does(found, about) in ("starts", "starts, with deprecation")
    else:
        assert does(found, about) == result
