"""Findings as SARIF 2.1.0, which code scanning services and editors read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pipelint import REPOSITORY, __version__
from pipelint.base.finding import Edit, Finding, Fix, Problem, Safety, Severity
from pipelint.base.text.document import Place
from pipelint.base.text.locate import Location, locate, locate_problem
from pipelint.checker.result import said_once
from pipelint.report.findings.parts.fingerprint import fingerprints
from pipelint.report.findings.parts.json_parts import JsonObject, is_exact, json_text, shown_text
from pipelint.report.look import message_of, secrets_of
from pipelint.report.uri import uri
from pipelint.rules.index import load_index
from pipelint.rules.link import link_of

if TYPE_CHECKING:
    from pipelint.checker import Report
    from pipelint.facts.secrets.known import Secrets
    from pipelint.rules.rule import Rule

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}


def render_sarif(report: Report) -> str:
    """One SARIF log with one run. Findings that comments or the baseline hide are in it as suppressed."""
    by_comment = said_once(checked.hidden for checked in report.checked)
    known = said_once(checked.known for checked in report.checked)
    findings = [*report.findings, *by_comment, *known]
    names = list(dict.fromkeys(finding.code for finding in findings))
    numbers = {code: number for number, code in enumerate(names)}
    secrets = secrets_of(tuple(checked.config for checked in report.checked))
    results = [
        _result(finding, numbers[finding.code], fingerprint, secrets)
        for finding, fingerprint in zip(findings, fingerprints(findings), strict=True)
    ]
    for result in results[len(report.findings) :]:
        result["suppressions"] = [{"kind": "inSource"}]
    for result in results[len(report.findings) + len(by_comment) :]:
        result["suppressions"] = [{"kind": "external", "justification": "in the baseline"}]
    run: JsonObject = {
        "tool": {
            "driver": {
                "name": "pipelint",
                "version": __version__,
                "informationUri": REPOSITORY,
                "rules": [_rule(code, findings) for code in names],
            }
        },
        "columnKind": "unicodeCodePoints",
        "invocations": [
            {
                "executionSuccessful": not report.problems,
                "toolExecutionNotifications": [
                    *(_notification(problem) for problem in report.problems),
                    *(_notification(Problem(note.path, note.message), "note") for note in report.notes if note.important),
                ],
            }
        ],
        "results": results,
    }
    return json_text({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=1)


def _rule(code: str, findings: Sequence[Finding]) -> JsonObject:
    rule = load_index().find(code)
    if rule is None:
        # A rule of the team's own: what its findings say of it.
        own = next(finding for finding in findings if finding.code == code)
        return {"id": code, "name": own.name, "shortDescription": {"text": own.name}, "properties": {"tags": [own.category]}}
    page = load_index().page(code) or rule.title
    return {
        "id": rule.code,
        "name": rule.name,
        "shortDescription": {"text": rule.title},
        "fullDescription": {"text": rule.title},
        "help": {"text": page, "markdown": page},
        "helpUri": link_of(rule.code),
        "defaultConfiguration": {"level": _LEVELS[rule.severity]},
        "properties": {"tags": [rule.category], **_security(rule)},
    }


def _security(rule: Rule) -> JsonObject:
    """The score by which GitHub ranks what is tagged ``security``: of its ranges the middle."""
    scores = {Severity.ERROR: "8.0", Severity.WARNING: "5.5", Severity.INFO: "2.0"}
    return {"security-severity": scores[rule.severity]} if rule.category == "security" else {}


def _result(finding: Finding, number: int, fingerprint: str, secrets: Secrets) -> JsonObject:
    text = finding.message + (f"\n{finding.reason}" if finding.reason else "")
    result: JsonObject = {
        "ruleId": finding.code,
        "ruleIndex": number,
        "level": _LEVELS[finding.severity],
        "message": _message(text),
        "locations": [_location(finding.place)],
        "partialFingerprints": {"pipelint/v1": fingerprint},
    }
    if finding.related:
        result["relatedLocations"] = [
            {"id": index, **_location(related.place), "message": _message(related.message)}
            for index, related in enumerate(finding.related)
        ]
    fix = finding.fix
    if fix is not None and fix.safety is not Safety.DISPLAY and all(_is_told(edit, secrets) for edit in fix.edits):
        result["fixes"] = [_fix(fix)]
    if finding.gain is not None:
        gain = finding.gain
        result["properties"] = {"gain": round(gain.ratio, 3), "gainLow": round(gain.low, 3), "gainHigh": round(gain.high, 3)}
    return result


def _message(text: str) -> JsonObject:
    """A message that quotes the config: braces are doubled, since ``{0}`` would be a place for an argument (SARIF, 3.11.5)."""
    return {"text": text.replace("{", "{{").replace("}", "}}")}


def _location(place: Place) -> JsonObject:
    where = locate(place)
    found: JsonObject = {"physicalLocation": {"artifactLocation": {"uri": uri(where.path)}, "region": _region(where)}}
    if where.part:
        found["logicalLocations"] = [{"fullyQualifiedName": where.part}]
    return found


def _region(where: Location) -> JsonObject:
    return {
        "startLine": where.start.line,
        "startColumn": where.start.column,
        "endLine": where.end.line,
        "endColumn": where.end.column,
    }


def _is_told(edit: Edit, secrets: Secrets) -> bool:
    """Whether the file is right with just what is told of an edit: without a secret, which is not."""
    return is_exact(edit) and shown_text(edit, secrets) == edit.text


def _fix(fix: Fix) -> JsonObject:
    changes: dict[str, list[JsonObject]] = {}
    for edit in fix.edits:
        where = locate(Place(edit.document, edit.span))
        replacement = {"deletedRegion": _region(where), "insertedContent": {"text": edit.text}}
        changes.setdefault(where.path, []).append(replacement)
    return {
        "description": _message(f"{fix.title} ({fix.safety.value})"),
        "artifactChanges": [
            {"artifactLocation": {"uri": uri(path)}, "replacements": replacements} for path, replacements in changes.items()
        ],
    }


def _notification(problem: Problem, level: str = "error") -> JsonObject:
    where = locate_problem(problem)
    place: JsonObject = {"artifactLocation": {"uri": uri(problem.path)}}
    if where is not None:
        place["region"] = _region(where)
    return {"level": level, "message": _message(message_of(problem)), "locations": [{"physicalLocation": place}]}
