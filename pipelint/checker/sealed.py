"""Findings of configs of which nothing may be quoted: they say what their rules' pages say, and where."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from pipelint.base.finding import Finding
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
