"""Results as JSON, one document a run; ``docs/json.md`` describes every field."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pipelint import __version__
from pipelint.base.finding import Severity
from pipelint.checker.config.versions import version_words
from pipelint.checker.result import folded
from pipelint.report.estimate.json import bounds, estimate_object, workload_objects
from pipelint.report.findings.parts.json_parts import (
    JsonObject,
    finding_object,
    joint_objects,
    json_text,
    note_object,
    problem_object,
)
from pipelint.report.summary import lines_checked

if TYPE_CHECKING:
    from pipelint.checker import Checked, Report
    from pipelint.cost.model import CostModel

VERSION = 2
"""Of the schema: higher when a field is removed or changes its meaning; new fields may come without."""


def render_json(report: Report) -> str:
    """The findings of a run (``pipelint check --format json``), with a line feed."""
    configs = tuple(checked.config for checked in report.checked)
    return dump(
        {
            "configs": [_config(checked) for checked in report.checked],
            "findings": [
                {"config": number, **finding_object(finding, configs)}
                for number, checked in enumerate(report.checked)
                for finding in folded(checked.findings)
            ],
            "problems": [problem_object(problem) for problem in report.problems],
            "notes": [note_object(note) for note in report.notes],
            "summary": _summary(report),
        }
    )


def render_estimates(report: Report) -> str:
    """The estimates of a run (``pipelint estimate --format json``), with a line feed."""
    from pipelint.checker.config.costs import model_for

    return estimates_text(report, lambda checked: model_for(checked.config.engine.name, checked.settings))


def estimates_text(report: Report, model_of: Callable[[Checked], CostModel]) -> str:
    """The same with the cost models that the estimates were made with."""
    return dump(
        {
            "estimates": [
                estimate_object(checked, checked.estimate, model_of(checked))
                for checked in report.checked
                if checked.estimate is not None
            ],
            "not_estimated": [_missing(checked) for checked in report.checked if checked.estimate is None],
            "problems": [problem_object(problem) for problem in report.problems],
            "notes": [note_object(note) for note in report.notes],
        }
    )


def dump(content: JsonObject) -> str:
    """The whole document."""
    head = {"version": VERSION, "tool": {"name": "pipelint", "version": __version__}}
    return json_text({**head, **content}, indent=2)


def _config(checked: Checked) -> JsonObject:
    config, found = checked.config, checked.estimate
    return {
        "name": config.name,
        "engine": config.engine.name,
        "version": version_words(config.entry, checked.settings) or None,
        "kubernetes": config.entry.kubernetes,
        "documents": [{"path": document.file.path, "part": document.part or None} for document in config.documents],
        "stages": len(config.graph.stages),
        "estimate": None if found is None else bounds(found),
        "joint_gains": joint_objects(checked.joint),
        "hidden": {"by_comments": len(checked.hidden), "by_baseline": len(checked.known)},
        "workloads": [] if found is None else workload_objects(config, found, checked.settings.cpu_limit),
    }


def _missing(checked: Checked) -> JsonObject:
    return {
        "config": checked.config.name,
        "engine": checked.config.engine.name,
        "findings": [finding_object(finding, (checked.config,)) for finding in folded(checked.findings)],
    }


def _summary(report: Report) -> JsonObject:
    # As they are listed: of a file that several configs read once for each of them.
    severities = [finding.severity for checked in report.checked for finding in folded(checked.findings)]
    return {
        "errors": severities.count(Severity.ERROR),
        "warnings": severities.count(Severity.WARNING),
        "info": severities.count(Severity.INFO),
        "configs": len(report.checked),
        "lines": lines_checked(report),
        "problems": len(report.problems),
    }
