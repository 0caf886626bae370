"""JUnit: what the schema of Jenkins' xUnit plugin and Surefire's demand, also of messages that XML cannot hold."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelint.base.finding import Problem, Severity
from pipelint.checker import Checked, Report
from pipelint.report.findings.junit import render_junit
from pipelint.settings.model import Settings
from tests.report.machine import TIME, project
from tests.report.support import config_of, finding, place, whole

# No package carries the schema (junit-10.xsd of Jenkins' xUnit plugin), so what it says of the elements that are written
# stands here: what an element may hold, the attributes that it must have, and those that it may have.
ELEMENTS: dict[str, tuple[set[str], set[str], set[str]]] = {
    "testsuites": ({"testsuite"}, set(), {"name", "time", "tests", "failures", "errors"}),
    "testsuite": (
        {"testsuite", "properties", "testcase", "system-out", "system-err"},
        {"name", "tests", "failures", "errors"},
        {"group", "time", "skipped", "timestamp", "hostname", "id", "package", "file", "log", "url", "version"},
    ),
    "testcase": ({"skipped", "error", "failure", "system-out", "system-err"}, {"name"}, {"time", "classname", "group"}),
    "failure": (set(), set(), {"type", "message"}),
    "error": (set(), set(), {"type", "message"}),
    "system-out": (set(), set(), set()),
}
# Only these may hold text.
MIXED = {"failure", "error", "system-out"}
TIMES = re.compile(r"(([0-9]{0,3},)*[0-9]{3}|[0-9]{0,3})*(\.[0-9]{0,3})?")


def faults(element: ET.Element) -> Iterator[str]:
    """Where an element and those in it break the schema."""
    children, needed, allowed = ELEMENTS[element.tag]
    given_ = set(element.attrib)
    yield from (f"{element.tag} lacks {name}" for name in needed - given_)
    yield from (f"{element.tag} has {name}" for name in given_ - needed - allowed)
    if not TIMES.fullmatch(element.get("time", "0")):
        yield f"{element.tag} has the time {element.get('time')}"
    for text in (element.text, *(child.tail for child in element)):
        if element.tag not in MIXED and (text or "").strip():
            yield f"{element.tag} holds text"
    for child in element:
        if child.tag not in children:
            yield f"{element.tag} holds {child.tag}"
        yield from faults(child)


def miscounted(root: ET.Element) -> Iterator[str]:
    """Suites whose counts are not those of their cases."""
    for suite in root:
        counts = {name: len(suite.findall(f"testcase/{tag}")) for name, tag in {"failures": "failure", "errors": "error"}.items()}
        counts["tests"] = len(suite.findall("testcase"))
        yield from (f"{suite.get('name')}: {name}" for name, count in counts.items() if suite.get(name) != str(count))


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ET.Element:
    monkeypatch.chdir(tmp_path)
    text = render_junit(project(tmp_path))
    assert text.startswith('<?xml version="1.0" encoding="UTF-8"?>\n')
    return ET.fromstring(text.encode())


def test_it_keeps_to_the_schema(root: ET.Element) -> None:
    assert root.tag == "testsuites"
    assert list(faults(root)) == []
    assert list(miscounted(root)) == []


def test_faults_would_be_seen() -> None:
    case = '<testcase time="1s"><testsuites/></testcase>'
    wrong = ET.fromstring(f'<testsuites count="1"><testsuite name="x" tests="1">no{case}</testsuite></testsuites>')
    assert set(faults(wrong)) == {
        "testsuites has count", "testsuite lacks failures", "testsuite lacks errors", "testsuite holds text",
        "testcase lacks name", "testcase has the time 1s", "testcase holds testsuites",
    }  # fmt: skip


def test_findings_are_failed_cases(root: ET.Element) -> None:
    suites = {suite.get("name"): suite for suite in root}
    suite = suites["plain/größe und #1 100%.conf"]
    failed = {case.get("name"): case.find("failure") for case in suite}
    time = failed["FD101 literal-z-time-format at line 8"]
    assert time is not None
    assert time.get("type") == "warning"
    assert TIME in (time.text or "")
    # What is below the failing level passes, and is said all the same.
    (own,) = [case for case in suite if (case.get("name") or "").startswith("TEAM601")]
    assert own.find("failure") is None
    assert "a & <others> with an agent" in (own.findtext("system-out") or "")
    assert not [name for name in failed if "FD101" in (name or "") and suite is suites["plain/hidden.conf"]]


def test_problems_are_errors(root: ET.Element) -> None:
    (suite,) = [suite for suite in root if suite.get("name") == "pipelint"]
    said = {case.get("name"): case.find("error") for case in suite}
    error = said["maps/broken.yaml"]
    assert error is not None
    assert (error.text or "").startswith("maps/broken.yaml:9:3: YAML error")
    assert set(said) == {"maps/broken.yaml", "not there.conf"}


def test_a_clean_config_is_a_passed_case() -> None:
    config = config_of(whole("<source>\n  @type http\n</source>\n", "clean.conf"))
    root = ET.fromstring(render_junit(Report((Checked(config, (), None),), (), ())))
    (case,) = root.iter("testcase")
    assert (case.get("classname"), case.get("name"), len(case)) == ("clean.conf", "no findings", 0)


@given(st.text(max_size=40), st.text(max_size=20), st.sampled_from(Severity), st.sampled_from([None, *Severity]))
def test_any_text_makes_xml(message: str, path: str, severity: Severity, level: Severity | None) -> None:
    document = whole("<source>\n  @type tail\n</source>\n", path)
    found = finding(place(document, "tail"), message, severity=severity, reason=message)
    checked = Checked(config_of(document), (found,), None, Settings(fail_on=level))
    text = render_junit(Report((checked,), (Problem(path, message),), ()))
    root = ET.fromstring(text.encode())
    assert list(faults(root)) == []
    assert list(miscounted(root)) == []
    failure = root.find("testsuite/testcase/failure")
    assert (failure is not None) is (level is not None and severity >= level)
    if failure is not None and message.isprintable():
        assert failure.get("message") == message
