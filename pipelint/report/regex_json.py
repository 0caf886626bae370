"""One regex as a JSON document; docs/json.md describes it."""

from __future__ import annotations

import json

from pipelint import __version__
from pipelint.base.span import Span
from pipelint.cost.regex.forecast import Timed
from pipelint.cost.regex.study import Study
from pipelint.regex.tree import Node
from pipelint.regex.verdict import Verdict
from pipelint.report.json_parts import JsonObject

_ANCHORS = ("text_start", "line_start", "line_start_implied", "text_end", "line_end")


def render_regex(study: Study) -> str:
    """The document, in ASCII."""
    facts = study.regex.facts
    document: JsonObject = {
        "version": 1,
        "tool": {"name": "pipelint", "version": __version__},
        "pattern": study.pattern,
        "engine": study.engine,
        "structure": _node(study.regex.root),
        "anchors": {name: facts.get(name) for name in _ANCHORS},
        "captures": study.regex.captures,
        "names": {name: list(groups) for name, groups in study.regex.names.items()},
        "required": facts.get("required"),
        "min_length": facts.get("min_length"),
        "verdict": None if study.verdict is None else _verdict(study.verdict),
        "line_bytes": study.line_bytes,
        "hit_ns": _ns(study.times.hit),
        "miss_ns": _ns(study.times.miss),
        "late_miss_ns": _ns(study.times.late),
        "hit_line": study.lines.hit,
        "miss_line": study.lines.miss,
        "late_miss_line": study.lines.late,
        "spread": study.spread,
        "lines": [{"matched": one.matched, "ns": _ns(one), "steps": one.steps} for _line, one in study.samples],
    }
    return json.dumps(document, indent=2) + "\n"


def _ns(timed: Timed | None) -> float | None:
    return None if timed is None else round(timed.ns, 1)


def _node(node: Node) -> JsonObject:
    found: JsonObject = {"kind": node.kind, "span": _span(node.span), **node.details}
    if node.children:
        found["children"] = [_node(child) for child in node.children]
    return found


def _span(span: Span | None) -> list[int] | None:
    return None if span is None else [span.start, span.end]


def _verdict(verdict: Verdict) -> JsonObject:
    attack = verdict.attack
    return {
        "verdict": verdict.verdict,
        "kind": verdict.kind,
        "degree": verdict.degree,
        "from_each_start": verdict.from_each_start,
        "span": _span(verdict.span),
        "token": _span(verdict.token),
        "attack": None if attack is None else {"prefix": attack.prefix, "pump": attack.pump, "suffix": attack.suffix},
        "reason": verdict.reason or None,
    }
