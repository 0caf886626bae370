"""A comparison as JSON; ``docs/json.md`` describes every field."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipelint.base.text.locate import locate
from pipelint.report.estimate.json import bounds, interval
from pipelint.report.findings.json import dump
from pipelint.report.findings.parts.json_parts import JsonObject, finding_object, note_object, problem_object

if TYPE_CHECKING:
    from pipelint.compare.model import Blame, Compared, Comparison, CostChange, ParamChange, PodChange, StageChange
    from pipelint.cost.capacity import Capacity
    from pipelint.graph.stage import Stage


def render_json(found: Comparison) -> str:
    """The comparison (``pipelint diff --format json``), with a line feed."""
    return dump(
        {
            "base": found.base,
            "head": found.head,
            "failed": found.failed,
            "configs": [_config(config) for config in found.configs],
            "problems": [problem_object(problem) for problem in found.problems],
            "known_problems": [problem_object(problem) for problem in found.known_problems],
            "base_problems": [problem_object(problem) for problem in found.base_problems],
            "notes": [note_object(note) for note in found.notes],
        }
    )


def _config(config: Compared) -> JsonObject:
    before, after = config.before_estimate, config.after_estimate
    return {
        "name": config.name,
        "name_in_base": None if config.before is None else config.before.name,
        "engine": config.entry.engine,
        "status": config.status.value,
        "stages": [_change(change) for change in config.stages],
        "params": [_param(param) for param in config.config_params],
        "before": None if before is None else bounds(before),
        "after": None if after is None else bounds(after),
        "cost": None if config.cost is None else _cost(config.cost, config),
        "pods": [_pod(pod) for pod in config.pods],
        "new": [finding_object(finding, config.configs) for finding in config.new],
        "fixed": [finding_object(finding, config.configs) for finding in config.fixed],
        "notes": list(config.notes),
        "failures": [{"gate": failure.gate.value, "message": failure.message} for failure in config.failures],
    }


def _pod(pod: PodChange) -> JsonObject:
    return {
        "workload": pod.label or None,
        "before": None if pod.before is None else _capacity(pod.before),
        "after": None if pod.after is None else _capacity(pod.after),
    }


def _capacity(held: Capacity) -> JsonObject:
    return {
        "cpu_limit": held.cpus,
        "replicas": None if held.workload is None else held.workload.replicas,
        "events_per_second": interval(held.pod),
        "fleet_events_per_second": None if held.fleet is None else interval(held.fleet),
    }


def _change(change: StageChange) -> JsonObject:
    return {
        "change": change.change.value,
        "before": None if change.before is None else _stage(change.before),
        "after": None if change.after is None else _stage(change.after),
        "params": [_param(param) for param in change.params],
    }


def _stage(stage: Stage) -> JsonObject:
    return {
        "index": stage.index,
        "kind": stage.kind.value,
        "plugin": stage.plugin,
        "pattern": stage.pattern,
        "location": locate(stage.place).fields(),
    }


def _param(param: ParamChange) -> JsonObject:
    return {
        "name": param.name,
        "secret": param.secret,
        "before": None if param.secret else param.before,
        "after": None if param.secret else param.after,
        "location": None if param.place is None else locate(param.place).fields(),
    }


def _cost(cost: CostChange, config: Compared) -> JsonObject:
    return {
        "direction": cost.direction.value,
        "rate_ratio": interval(cost.rate),
        "slowdown": cost.slowdown,
        "blames": [_blame(blame, config) for blame in cost.blames],
        "doubts": list(cost.doubts),
    }


def _blame(blame: Blame, config: Compared) -> JsonObject:
    low, mid, high = blame.us
    number = next((n for n, change in enumerate(config.stages) if change is blame.change), None)
    return {
        **_stage(blame.stage),
        "us_per_event": {"low": low, "mid": mid, "high": high},
        "known": blame.known,
        "change": number,
    }
