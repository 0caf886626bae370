"""Findings as the hosts of their configs allow: of some nothing may be quoted, in some not every change can be written."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from pipelint.base.finding import Finding, Fix
from pipelint.base.lean.record import replace
from pipelint.base.text.changes import Change
from pipelint.base.text.document import Document
from pipelint.checker.trial.trial import withdrawn

if TYPE_CHECKING:
    from pipelint.rules.rule import Rule


def sealed(findings: Iterable[Finding], rules: Sequence[Rule]) -> list[Finding]:
    """The findings with the titles of their rules as messages. Their fixes stay what they are, under another title."""
    titles = {rule.code: rule.title for rule in rules}
    return [
        replace(
            finding,
            message=titles[finding.code],
            reason="",
            related=(),
            fix=None if finding.fix is None else replace(finding.fix, title=f"see: pipelint explain {finding.code}"),
        )
        for finding in findings
    ]


def writable(findings: Iterable[Finding]) -> list[Finding]:
    """The findings, with fixes in words alone where these change what something else writes around a text or into it."""
    return [
        finding if finding.fix is None or _can_be_written(finding.fix) else replace(finding, fix=withdrawn(finding.fix))
        for finding in findings
    ]


def _can_be_written(fix: Fix) -> bool:
    by_document: dict[Document, list[Change]] = {}
    for edit in fix.edits:
        by_document.setdefault(edit.document, []).append(Change(edit.span, edit.text.encode()))
    return all(document.back is None or document.back.takes(document.text, made) for document, made in by_document.items())
