"""Findings as a JUnit report: a suite for each config, a failed case for each finding that counts."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from pipelint.base.finding import Finding
from pipelint.base.text.locate import locate, locate_problem
from pipelint.base.text.printable import printable
from pipelint.checker.result import folded
from pipelint.report.findings.parts.finding_lines import finding_text
from pipelint.report.look import Look, message_of

if TYPE_CHECKING:
    from pipelint.checker import Checked, Report


def render_junit(report: Report) -> str:
    """The report as XML. Findings below the failing level are in the output of their case, which passes."""
    root = ET.Element("testsuites", name="pipelint")
    look = Look(configs=tuple(checked.config for checked in report.checked))
    for checked in report.checked:
        _suite(root, checked, look)
    if report.problems:
        suite = ET.SubElement(root, "testsuite", name="pipelint", tests=str(len(report.problems)), failures="0")
        suite.set("errors", str(len(report.problems)))
        for problem in report.problems:
            case = ET.SubElement(suite, "testcase", name=_clean(problem.path), classname="pipelint", time="0")
            error = ET.SubElement(case, "error", message=_clean(message_of(problem)), type="unreadable")
            error.text = _clean(f"{locate_problem(problem) or problem.path}: {message_of(problem)}")
    ET.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def _suite(root: ET.Element, checked: Checked, look: Look) -> None:
    level, found = checked.settings.fail_on, folded(checked.findings)
    failing = [finding for finding in found if level is not None and finding.severity >= level]
    suite = ET.SubElement(root, "testsuite", name=_clean(checked.config.name))
    suite.attrib |= {"tests": str(len(found) or 1), "failures": str(len(failing)), "errors": "0"}
    if not found:
        ET.SubElement(suite, "testcase", name="no findings", classname=_clean(checked.config.name), time="0")
    for finding in found:
        _case(suite, finding, look, fails=finding in failing)


def _case(suite: ET.Element, finding: Finding, look: Look, *, fails: bool) -> None:
    where = locate(finding.place)
    name = _clean(f"{finding.code} {finding.name} at line {where.start.line}")
    case = ET.SubElement(suite, "testcase", name=name, classname=_clean(where.path), time="0")
    inner = ET.SubElement(case, "failure" if fails else "system-out")
    if fails:
        inner.attrib |= {"message": _clean(finding.message), "type": finding.severity.word}
    inner.text = _clean(finding_text(finding, look))


def _clean(text: str) -> str:
    # What is printable XML may hold, too.
    return printable(text.replace("\t", "    "), keep="\n")
