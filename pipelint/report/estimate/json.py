"""An estimate as a JSON object."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from pipelint.base.text.locate import locate
from pipelint.checker.config.costs import own_model_path
from pipelint.checker.config.versions import version_words
from pipelint.cost.capacity import Capacity, capacities
from pipelint.cost.events.work import Grade
from pipelint.report.estimate.demand import demand_of
from pipelint.report.findings.parts.json_parts import JsonObject, joint_objects

if TYPE_CHECKING:
    from pipelint.checker import Checked
    from pipelint.cost.estimate import Estimate, StageCost
    from pipelint.cost.interval import Interval
    from pipelint.cost.model import CostModel
    from pipelint.cost.samples.observed import Observed, SourceSample
    from pipelint.graph.stage import Stage
    from pipelint.language.config import Config
    from pipelint.sources.kubernetes.workload import Quantity, Workload


def estimate_object(checked: Checked, found: Estimate, model: CostModel) -> JsonObject:
    """The whole estimate of one config: figures, stages in source order, and what they rest on."""
    config, settings = checked.config, checked.settings
    worst = found.bottleneck
    held = capacities(config, found, settings.cpu_limit)
    return {
        "config": config.name,
        "engine": config.engine.name,
        "version": version_words(config.entry, settings) or None,
        **bounds(found),
        "bottleneck": None if worst is None else worst.stage.index,
        "stages": [_stage(cost, found) for cost in sorted(found.stages, key=lambda cost: cost.stage.index)],
        "assumptions": list(found.assumptions),
        "samples": [] if found.observed is None else [_sample(sample) for sample in found.observed.samples],
        "traffic": dataclasses.asdict(settings.traffic),
        "scale": settings.scale,
        "scale_from": settings.scale_from or None,
        "cpu_limit": held[0].cpus if held else None,
        "events_per_second": interval(held[0].pod) if held else None,
        "workloads": workload_objects(config, found, settings.cpu_limit),
        "demand": _demand(checked),
        "before": None if checked.before is None else bounds(checked.before),
        "joint_gains": joint_objects(checked.joint),
        "model": {
            "file": own_model_path(config.engine.name, settings) or None,
            "engine": model.engine,
            "versions": model.versions,
            "machine": model.machine,
            "spread": model.spread,
            "whole": model.spread if model.whole is None else model.whole,
            "figures": dict(model.figures),
        },
    }


def bounds(found: Estimate) -> JsonObject:
    """The figures of the whole config, and how well they are known."""
    return {
        "us_per_event": interval(found.us_per_event),
        "events_per_cpu_second": interval(found.events_per_cpu_second),
        "measured": found.share(Grade.MEASURED),
        "modelled": list(found.plugins(Grade.MODELLED)),
        "unknown": list(found.plugins(Grade.UNKNOWN)),
    }


def _demand(checked: Checked) -> JsonObject | None:
    """What the traffic takes that the settings name."""
    needs = demand_of(checked)
    if needs is None:
        return None
    return {
        "rate": needs.rate,
        "cores": interval(needs.cores),
        "workers": None if needs.workers is None else interval(needs.workers),
        "pods": [
            {"workload": None if each.workload is None else each.workload.label, "cpus": each.cpus, "count": interval(count)}
            for each, count in needs.pods
        ],
        "headroom": None if needs.headroom is None else interval(needs.headroom),
        "price_per_hour": None if needs.hourly is None else interval(needs.hourly),
    }


def interval(value: Interval) -> JsonObject:
    """Low, middle and high value."""
    return {"low": value.low, "mid": value.mid, "high": value.high}


def workload_objects(config: Config, found: Estimate, cpu_limit: float | None) -> list[JsonObject]:
    """What the Kubernetes workloads of a config can take within ``cpu_limit``, or within their own limits."""
    return [
        _workload(held, held.workload, None if cpu_limit is not None else held.workload.container.cpu_limit)
        for held in capacities(config, found, cpu_limit)
        if held.workload is not None
    ]


def _workload(capacity: Capacity, workload: Workload, limit: Quantity | None) -> JsonObject:
    return {
        "kind": workload.kind,
        "name": workload.name,
        "container": workload.container.name,
        "replicas": workload.replicas,
        "cpu_limit": capacity.cpus,
        "events_per_second": interval(capacity.pod),
        "fleet_events_per_second": None if capacity.fleet is None else interval(capacity.fleet),
        "location": locate(workload.place).fields(),
        "limit_location": None if limit is None else locate(limit.place).fields(),
    }


def _sample(sample: SourceSample) -> JsonObject:
    return {
        "source": sample.stage.index,
        "files": list(sample.names),
        "lines": sample.count,
        "followed": sample.seen.lines,
        "not_utf8": sample.no_text,
        "line_bytes": sample.line_bytes,
        "runtime": sample.runtime or None,
        "tags_known": sample.tagged,
    }


def _seen(observed: Observed, stage: Stage) -> JsonObject | None:
    shares = observed.shares(stage)
    if shares is None:
        return None
    return {
        "passed": shares.kept,
        "failed": shares.failed,
        "unknown": shares.unknown,
        "alternatives": list(shares.alternatives),
    }


def _stage(cost: StageCost, found: Estimate) -> JsonObject:
    stage = cost.stage
    return {
        "index": stage.index,
        "parent": stage.parent,
        "kind": stage.kind.value,
        "plugin": stage.plugin,
        "us_per_event": interval(cost.us_per_event),
        "share": cost.share,
        "events": cost.events,
        "grade": cost.grade.name.lower(),
        "measured_here": cost.here,
        "if_free": found.if_free(cost),
        "seen": None if found.observed is None else _seen(found.observed, stage),
        "location": locate(stage.place).fields(),
    }
