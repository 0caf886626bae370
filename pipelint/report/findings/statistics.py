"""How often each rule found something: a line a rule, the most frequent first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipelint.base.finding import Safety
from pipelint.checker.trial.choose import applicable
from pipelint.report.look import Look
from pipelint.report.printing.styled import Line
from pipelint.report.table import Table

if TYPE_CHECKING:
    from pipelint.checker import Report


def statistics_lines(report: Report, look: Look) -> Iterator[Line]:
    """The table; ``[*]`` marks rules of which ``--fix`` removes findings, ``[-]`` those of which only ``--unsafe-fixes`` does."""
    found = report.folded
    counts = Counter(each.code for each in found)
    rows = []
    for code, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        mine = [each for each in found if each.code == code]
        safe, unsafe = (any(applicable(each, level) for each in mine) for level in (Safety.SAFE, Safety.UNSAFE))
        worst = max(each.severity for each in mine)
        rows.append((f"{count:,}", code, "[*]" if safe else "[-]" if unsafe else "", worst.word, mine[0].name))
    if rows:
        yield from Table((">", "", "", "", ""), tuple(rows)).lines(look)
