"""Findings as the hosts of their configs allow: of some nothing may be quoted, in some not every change can be written."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from pipelint.base.finding import Edit, Finding, Safety
from pipelint.base.lean.record import replace

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
    """The findings, with fixes for reading only where these change what something else writes around a text."""
    return [
        replace(finding, fix=replace(finding.fix, safety=Safety.DISPLAY))
        if finding.fix is not None and not all(map(_can_be_written, finding.fix.edits))
        else finding
        for finding in findings
    ]


def _can_be_written(edit: Edit) -> bool:
    back = edit.document.back
    return back is None or back.takes(edit.document.text, edit.span)
