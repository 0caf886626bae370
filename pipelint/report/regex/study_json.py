"""One regex as a JSON document; docs/json.md describes it."""

from __future__ import annotations

from pipelint.cost.regex.study import Study
from pipelint.regex.tree import Node
from pipelint.regex.verdict import Verdict
from pipelint.report.findings.json import dump
from pipelint.report.findings.parts.json_parts import JsonObject
from pipelint.report.regex.json import ns, span_list, times_object, verdict_object

_ANCHORS = ("text_start", "line_start", "line_start_implied", "text_end", "line_end")


def render_regex(study: Study) -> str:
    """The document, in ASCII."""
    facts = study.regex.facts
    return dump(
        {
            "pattern": study.pattern,
            "engine": study.engine,
            "structure": _node(study.regex.root),
            "anchors": {name: facts.get(name) for name in _ANCHORS},
            "captures": study.regex.captures,
            "names": {name: list(groups) for name, groups in study.regex.names.items()},
            "required": facts.get("required"),
            "min_length": facts.get("min_length"),
            "verdict": _verdict(study.verdict),
            "line_bytes": study.line_bytes,
            **times_object(study.times),
            "hit_line": study.lines.hit,
            "miss_line": study.lines.miss,
            "late_miss_line": study.lines.late,
            "spread": study.spread,
            "lines": [{"matched": one.matched, "ns": ns(one), "steps": one.steps} for _line, one in study.samples],
        }
    )


def _node(node: Node) -> JsonObject:
    found: JsonObject = {"kind": node.kind, "span": [node.start, node.end], **node.details}
    if node.children:
        found["children"] = [_node(child) for child in node.children]
    return found


def _verdict(verdict: Verdict | None) -> JsonObject | None:
    where: JsonObject = {} if verdict is None else {"span": span_list(verdict.span), "token": span_list(verdict.token)}
    return verdict_object(verdict, where)
