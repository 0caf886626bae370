"""A grok pattern as a JSON document; docs/json.md describes it."""

from __future__ import annotations

from pipelint.cost.grok_study import GrokStudy, Tried
from pipelint.regex.tree import Refused
from pipelint.report.findings.json import dump
from pipelint.report.findings.parts.json_parts import JsonObject
from pipelint.report.regex.json import ns, span_list, times_object, verdict_object


def render_grok(study: GrokStudy) -> str:
    """The document, in ASCII."""
    expansion = study.expansion
    parsed = expansion.parsed
    return dump(
        {
            "pattern": expansion.text,
            "engine": study.engine,
            "expansion": expansion.regex,
            "options": expansion.dialect.options,
            "fields": [{"name": f.name, "type": f.type or "string", "groups": list(f.groups)} for f in expansion.fields],
            "facts": None if isinstance(parsed, Refused) else dict(parsed.facts),
            "verdict": _verdict(study),
            "line_bytes": study.line_bytes,
            **times_object(study.times),
            "matched": study.hits,
            "lines": [_line(tried) for tried in study.lines],
            "missed": _missed(study),
        }
    )


def _line(tried: Tried) -> JsonObject:
    return {"matched": tried.matched, "ns": ns(tried.time), "steps": tried.time.steps, "fields": tried.fields}


def _verdict(study: GrokStudy) -> JsonObject | None:
    verdict = study.verdict
    blamed = None if verdict is None else verdict.token or verdict.span
    origin = None if blamed is None else study.origin(blamed)
    where: JsonObject = {"span": None, "chain": None}
    if origin is not None:
        where = {"span": span_list(origin.span), "chain": list(origin.chain)}
    return verdict_object(verdict, where)


def _missed(study: GrokStudy) -> JsonObject | None:
    """The first line that does not match: bytes of the pattern at which it gets stuck, and characters that match before."""
    if study.missed is None:
        return None
    where = study.stuck
    origin = None if where is None else study.expansion.spans.origin(where.span)
    return {
        "line": study.missed.number,
        "text": study.missed.line,
        "span": None if origin is None else span_list(origin.span),
        "chain": None if origin is None else list(origin.chain),
        "part": None if origin is None else origin.part,
        "taken": None if where is None else list(where.taken),
        "exhausted": where is not None and where.exhausted,
    }
