"""A grok pattern as a JSON document; docs/json.md describes it."""

from __future__ import annotations

import json

from pipelint import __version__
from pipelint.base.span import Span
from pipelint.cost.grok_study import GrokStudy, Tried
from pipelint.cost.regex.forecast import Timed
from pipelint.regex.tree import Refused
from pipelint.report.json_parts import JsonObject


def render_grok(study: GrokStudy) -> str:
    """The document, in ASCII."""
    expansion = study.expansion
    parsed = expansion.parsed
    document: JsonObject = {
        "version": 1,
        "tool": {"name": "pipelint", "version": __version__},
        "pattern": expansion.text,
        "engine": study.engine,
        "expansion": expansion.regex,
        "options": expansion.dialect.options,
        "fields": [{"name": f.name, "type": f.type or "string", "groups": list(f.groups)} for f in expansion.fields],
        "facts": None if isinstance(parsed, Refused) else dict(parsed.facts),
        "verdict": _verdict(study),
        "line_bytes": study.line_bytes,
        "hit_ns": _ns(study.times.hit),
        "miss_ns": _ns(study.times.miss),
        "late_miss_ns": _ns(study.times.late),
        "matched": study.hits,
        "lines": [_line(tried) for tried in study.lines],
        "missed": _missed(study),
    }
    return json.dumps(document, indent=2) + "\n"


def _ns(timed: Timed | None) -> float | None:
    return None if timed is None else round(timed.ns, 1)


def _span(span: Span | None) -> list[int] | None:
    return None if span is None else [span.start, span.end]


def _line(tried: Tried) -> JsonObject:
    return {"matched": tried.matched, "ns": _ns(tried.time), "steps": tried.time.steps, "fields": tried.fields}


def _verdict(study: GrokStudy) -> JsonObject | None:
    verdict = study.verdict
    if verdict is None:
        return None
    blamed = verdict.token or verdict.span
    attack = verdict.attack
    return {
        "verdict": verdict.verdict,
        "kind": verdict.kind,
        "degree": verdict.degree,
        "from_each_start": verdict.from_each_start,
        "span": None if blamed is None else _span(study.origin(blamed).span),
        "chain": None if blamed is None else list(study.origin(blamed).chain),
        "attack": None if attack is None else {"prefix": attack.prefix, "pump": attack.pump, "suffix": attack.suffix},
        "reason": verdict.reason or None,
    }


def _missed(study: GrokStudy) -> JsonObject | None:
    """The first line that does not match: bytes of the pattern at which it gets stuck, and characters that match before."""
    if study.missed is None:
        return None
    where = study.stuck
    origin = None if where is None else study.expansion.spans.origin(where.span)
    return {
        "line": study.missed.number,
        "text": study.missed.line,
        "span": None if origin is None else _span(origin.span),
        "chain": None if origin is None else list(origin.chain),
        "part": None if origin is None else origin.part,
        "taken": None if where is None else list(where.taken),
        "exhausted": where is not None and where.exhausted,
    }
