"""Chooses fixes that can be made together: each whole, none that touches what another changes."""

from __future__ import annotations

from collections.abc import Iterable

from pipelint.base.document import Document
from pipelint.base.finding import Edit, Finding, Safety
from pipelint.base.span import Span


def applicable(finding: Finding, level: Safety) -> bool:
    """Whether the fix of a finding may be made: safe ones always, unsafe ones where ``level`` is unsafe."""
    fix = finding.fix
    if fix is None or not fix.edits:
        return False
    return fix.safety is Safety.SAFE or (fix.safety is Safety.UNSAFE and level is Safety.UNSAFE)


def choose(findings: Iterable[Finding], level: Safety) -> list[Finding]:
    """Of the findings whose fixes may be made, in their order, those that do not touch what a former one changes."""
    taken: dict[Document, list[Span]] = {}
    out: list[Finding] = []
    for finding in findings:
        if not applicable(finding, level):
            continue
        assert finding.fix is not None
        if any(_touches(edit, taken.get(edit.document, [])) for edit in finding.fix.edits):
            continue
        out.append(finding)
        for edit in finding.fix.edits:
            taken.setdefault(edit.document, []).append(edit.span)
    return out


def _touches(edit: Edit, spans: Iterable[Span]) -> bool:
    """Whether an edit meets one of the spans, or lies at its border: what comes first there would be chance."""
    return any(edit.span.start <= span.end and span.start <= edit.span.end for span in spans)
