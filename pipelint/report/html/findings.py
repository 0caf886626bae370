"""Findings as a list: each with its place, why it matters, what to do, the lines that change, and what that brings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pipelint.base.finding import Finding, Fix
from pipelint.base.text.locate import locate
from pipelint.report.drawing.svg import text
from pipelint.report.findings.parts.finding_lines import SAFETY, first_rows, one_line, places
from pipelint.report.hunks import hunks
from pipelint.report.look import Look
from pipelint.report.numbers import counted, gained

# Of the change of one fix; the rest is counted.
_MOST_LINES = 12


def finding_list(findings: Sequence[Finding], owners: Mapping[int, int], name: str, look: Look) -> Iterator[str]:
    """The entries of all ``findings``. ``owners``: by the number of a finding the box that it stands in."""
    if not findings:
        yield "<p>No findings.</p>"
        return
    yield '<ol class="findings">'
    for number, finding in enumerate(findings):
        box = owners.get(number)
        yield f'<li id="{name}f{number}"{"" if box is None else f" data-s={chr(34)}{box}{chr(34)}"}>'
        where = text(look.shown(str(locate(finding.place))))
        place = where if box is None else f'<a href="#{name}l{box}">{where}</a>'
        severity = finding.severity.word
        yield (
            f'<p><span class="mark {severity}">{severity}</span> {place} <span class="code">{text(finding.code)}</span> '
            f"{text(finding.name)}: <strong>{text(one_line(finding.message, look))}</strong></p>"
        )
        if finding.reason:
            yield f"<p>Why: {text(one_line(finding.reason, look))}</p>"
        if finding.fix is not None:
            yield from _fix(finding.fix, look)
        if finding.gain is not None:
            fixes = finding.gain.fixes
            yield f"<p>Gain: {text(gained(finding.gain))}{f', all {fixes} places together' if fixes > 1 else ''}</p>"
        for related in finding.related:
            yield f"<p>Note: {text(look.shown(f'{locate(related.place)}: '))}{text(one_line(related.message, look))}</p>"
        if finding.more:
            yield f"<p>Also: {text(look.shown(places(finding.more, locate(finding.place).path)))}</p>"
        yield "</li>"
    yield "</ol>"


def _fix(fix: Fix, look: Look) -> Iterator[str]:
    yield f"<p>Fix: {text(one_line(fix.title, look))} ({SAFETY[fix.safety]})</p>"
    rows = [f"{row.sign.value} {look.shown(row.text)}".rstrip() for hunk in hunks(fix.edits, look.secrets) for row in hunk.lines]
    if rows:
        shown, left = first_rows(rows, _MOST_LINES)
        more = [f"... {counted(left, 'more line')} of this change"] if left else []
        lines = "\n".join(text(row) for row in [*shown, *more])
        yield f'<pre tabindex="0" aria-label="what changes">{lines}</pre>'
