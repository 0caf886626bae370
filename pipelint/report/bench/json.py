"""A bench as JSON; ``docs/json.md`` describes every field."""

from __future__ import annotations

from pipelint.bench.model import Result, Round
from pipelint.report.findings.json import dump
from pipelint.report.findings.parts.json_parts import JsonObject


def render_json(found: Result) -> str:
    """The result, with a line feed."""
    return dump(
        {
            "transport": found.target.transport,
            "target": found.target.to,
            "asked": {
                "rate": found.speed.rate,
                "seconds": found.speed.seconds,
                "limit": found.speed.limit,
                "burst": found.speed.burst,
            },
            "watched": {"name": found.watched, "pid": found.pid} if found.watched else None,
            "rounds": [_round(each) for each in found.rounds],
            "summary": {
                "records": found.records,
                "bytes": found.bytes,
                "seconds": round(found.seconds, 6),
                "records_per_second": round(found.records / found.seconds, 3) if found.seconds else None,
                "behind": found.behind,
                "cpu_us_per_record": None if found.cpu_us is None else round(found.cpu_us, 3),
                "still_busy": found.still_busy,
                "interrupted": found.interrupted,
                "error": found.error or None,
            },
            "arrived": None
            if found.arrived is None
            else {"in_time": found.arrived.in_time, "late": found.arrived.late, "lost": found.lost},
        }
    )


def _round(found: Round) -> JsonObject:
    used = found.used
    return {
        "records": found.sent.records,
        "bytes": found.sent.bytes,
        "seconds": round(found.sent.seconds, 6),
        "idle": found.idle,
        "cpu": None if used is None else round(found.cpu, 4),
        "user_ms": None if used is None else round(used.user_ms, 3),
        "system_ms": None if used is None else round(used.system_ms, 3),
        "memory": None if used is None else used.memory,
    }
