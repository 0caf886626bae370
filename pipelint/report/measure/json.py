"""A measurement as JSON; ``docs/json.md`` describes every field."""

from __future__ import annotations

from pipelint.base.text.locate import locate
from pipelint.cost.interval import Interval
from pipelint.graph.stage import Stage
from pipelint.measure.model import Result, stage_shares
from pipelint.report.findings.json import dump
from pipelint.report.findings.parts.json_parts import JsonObject


def render_json(found: Result) -> str:
    """The result, with a line feed."""
    whole = found.variants[0] if found.variants else None
    return dump(
        {
            "config": found.config.name,
            "engine": found.version or found.program,
            "lines": found.lines,
            "run": {"small": found.size[0], "large": found.size[1]},
            "scale": found.scale,
            "measured": None if whole is None else _interval(whole.measured),
            "predicted": None if whole is None else _interval(whole.predicted),
            "runs": [] if whole is None else [round(us, 3) for us in whole.us],
            "left": _interval(found.variants[-1].measured) if len(found.variants) > 1 else None,
            "stages": [
                {
                    **_stage(share.stage),
                    "measured": _interval(share.measured),
                    "predicted": None if share.predicted is None else round(share.predicted, 3),
                }
                for share in stage_shares(found.variants)
            ],
            "statistics": [
                {**_stage(each.stage), "us_per_event": round(each.us, 3), "events": round(each.events, 4)}
                for each in found.worked
            ],
            "notes": found.notes,
            "error": found.error or None,
            "stopped": found.stopped or None,
        }
    )


def _interval(value: Interval | None) -> JsonObject | None:
    return None if value is None else {"low": round(value.low, 3), "mid": round(value.mid, 3), "high": round(value.high, 3)}


def _stage(stage: Stage) -> JsonObject:
    start = locate(stage.place).start
    return {"kind": stage.kind.value, "plugin": stage.plugin, "file": stage.place.document.file.path, "line": start.line}
