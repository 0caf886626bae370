"""What the JSON of one regex and of one grok pattern have in common: times, spans, verdicts."""

from __future__ import annotations

from pipelint.base.text.span import Span
from pipelint.cost.regex.forecast import Forecast, Timed
from pipelint.regex.verdict import Verdict
from pipelint.report.findings.parts.json_parts import JsonObject


def ns(timed: Timed | None) -> float | None:
    """Predicted ns of a search, null where there is none."""
    return None if timed is None else round(timed.ns, 1)


def times_object(times: Forecast) -> JsonObject:
    """Predicted ns on the lines that were made for the regex."""
    return {"hit_ns": ns(times.hit), "miss_ns": ns(times.miss), "late_miss_ns": ns(times.late)}


def span_list(span: Span | None) -> list[int] | None:
    """Start and end of a span, in bytes."""
    return None if span is None else [span.start, span.end]


def verdict_object(verdict: Verdict | None, where: JsonObject) -> JsonObject | None:
    """Whether the regex can run away; ``where`` says in the words of its page what is to blame."""
    if verdict is None:
        return None
    attack = verdict.attack
    return {
        "verdict": verdict.verdict,
        "kind": verdict.kind,
        "degree": verdict.degree,
        "from_each_start": verdict.from_each_start,
        **where,
        "attack": None if attack is None else {"prefix": attack.prefix, "pump": attack.pump, "suffix": attack.suffix},
        "reason": verdict.reason or None,
    }
