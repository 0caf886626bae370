"""The lines of a finding, and of input that could not be read: its place, the line with carets, why, what to do, the gain."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from pipelint.base.finding import Finding, Problem, Safety, Severity
from pipelint.base.text.locate import Location, locate, locate_problem
from pipelint.report.findings.parts.excerpt import ExcerptLine, excerpt, shorten
from pipelint.report.hunks import Hunk, Sign, hunks
from pipelint.report.look import Look, message_of
from pipelint.report.numbers import counted, gained
from pipelint.report.printing.plain import render_plain
from pipelint.report.printing.styled import Line, Piece, Role, line, wrap
from pipelint.rules.link import link_of

_MOST_PLACES = 20  # of the repetitions of a finding

# Of a change so many lines are shown, whatever else there is to say.
_LEAST_CHANGED = 4

# A message may quote the config: this much of it is shown.
_MAX_MESSAGE = 1_000

_ROLES = {Severity.ERROR: Role.ERROR, Severity.WARNING: Role.WARNING, Severity.INFO: Role.INFO}
_SIGNS = {Sign.SAME: Role.FAINT, Sign.OLD: Role.OLD, Sign.NEW: Role.NEW}
_Row = TypeVar("_Row")
SAFETY = {Safety.SAFE: "safe", Safety.UNSAFE: "unsafe", Safety.DISPLAY: "not applied automatically"}
"""What is said of fixes."""


def finding_text(finding: Finding, look: Look) -> str:
    """One finding as plain text, with its excerpt."""
    return render_plain(finding_lines(finding, look))


def finding_lines(finding: Finding, look: Look) -> Iterator[Line]:
    """One finding: the line that editors and grep read, the excerpt, and what there is to say about it, in ``look.rows``."""
    where = locate(finding.place)
    changes = list(hunks(finding.fix.edits, look.secrets)) if finding.fix else []
    shown = excerpt(where, look.width - 12, look)
    gutter = _gutter_width(shown, changes)
    first, last = list(_head_lines(finding, where, shown, gutter, look)), list(_last_lines(finding, where, gutter, look))
    yield from first
    room = look.rows - len(first) - len(last)
    if finding.fix is not None and changes:
        # Of a long change less is shown where there is much else to say.
        most = min(look.rows // 2, max(_LEAST_CHANGED, room - 1))
        changed = list(_change_lines(changes, where, gutter, look, most))
        yield from changed
        room -= len(changed)
    left = len(last) + min(room, 0)
    if left >= len(last):
        yield from last
    else:
        left = max(0, left - 1)
        yield from last[:left]
        yield line(Piece(f"{'':{gutter}}   ... {len(last) - left:,} more lines (-v)", Role.FAINT))


def _head_lines(finding: Finding, where: Location, shown: Sequence[ExcerptLine], gutter: int, look: Look) -> Iterator[Line]:
    """What is wrong, where, why, and what helps."""
    role = _ROLES[finding.severity]
    yield line(
        Piece(look.shown(str(where)), Role.STRONG),
        ": ",
        Piece(look.shown(f"{finding.severity.word}[{finding.code}]"), role, link_of(finding.code)),
        look.shown(f" {finding.name}: "),
        Piece(one_line(finding.message, look), Role.STRONG),
    )
    yield from _excerpt_lines(shown, gutter, role)
    if where.part:
        yield from _remark("in", where.part, gutter, look)
    if finding.reason:
        yield from _remark("why", finding.reason, gutter, look)
    if finding.fix is not None:
        yield from _remark("help", f"{finding.fix.title} ({SAFETY[finding.fix.safety]})", gutter, look)


def _last_lines(finding: Finding, where: Location, gutter: int, look: Look) -> Iterator[Line]:
    """What a fix brings, and the other places that have to do with the finding."""
    if finding.gain is not None:
        fixes = finding.gain.fixes
        said = gained(finding.gain) + f", all {fixes} places together" * (fixes > 1)
        yield from _remark("gain", said, gutter, look, Role.TEXT if finding.gain.may_be_none else Role.GOOD)
    for related in finding.related:
        yield from _remark("note", f"{locate(related.place)}: {related.message}", gutter, look)
    if finding.more:
        yield from _remark("also", places(finding.more, where.path), gutter, look)


def places(more: Sequence[Finding], path: str) -> str:
    """``13 more places: lines 31, 44, 57 and 10 more``; those in other files than ``path`` with their file."""
    found = [locate(each.place) for each in more]
    by_file: dict[str, list[str]] = {}
    for where in found[:_MOST_PLACES]:
        by_file.setdefault(where.path, []).append(str(where.start.line))
    said = (f"{'line' if file == path else file + ' line'}{'s' * (len(n) > 1)} {', '.join(n)}" for file, n in by_file.items())
    left = len(found) - _MOST_PLACES
    return f"{counted(len(found), 'more place')}: {'; '.join(said)}{f' and {left:,} more' if left > 0 else ''}"


def problem_lines(problem: Problem, look: Look) -> Iterator[Line]:
    """Input that could not be read, with the excerpt where it has a place."""
    where = locate_problem(problem)
    path = problem.path if where is None else f"{problem.path}:{where.start.line}:{where.start.column}"
    yield line(
        Piece(look.shown(path), Role.STRONG),
        ": ",
        Piece("error", Role.ERROR),
        ": ",
        Piece(one_line(message_of(problem), look), Role.STRONG),
    )
    if where is not None:
        shown = excerpt(where, look.width - 12, look)
        yield from _excerpt_lines(shown, _gutter_width(shown, []), Role.ERROR)


def one_line(text: str, look: Look) -> str:
    """A message on one line, of bounded length."""
    return shorten(" ".join(text.split()), _MAX_MESSAGE, look)


def _gutter_width(shown: Sequence[ExcerptLine], changes: Sequence[Hunk]) -> int:
    numbers = [row.number for row in shown] + [row.number or 0 for hunk in changes for row in hunk.lines]
    return len(str(max(numbers))) + 2


def _excerpt_lines(shown: Sequence[ExcerptLine], gutter: int, role: Role) -> Iterator[Line]:
    yield line(Piece(f"{'':{gutter}} |", Role.GUTTER))
    former = None
    for row in shown:
        if former is not None and row.number > former + 1:
            yield line(Piece(f"{'...':>{gutter}}", Role.GUTTER))
        former = row.number
        yield line(Piece(f"{row.number:{gutter}} |", Role.GUTTER), f" {row.text}" if row.text else "")
        yield line(Piece(f"{'':{gutter}} |", Role.GUTTER), " " * (row.indent + 1), Piece("^" * row.carets, role))


def _remark(key: str, text: str, gutter: int, look: Look, role: Role = Role.TEXT) -> Iterator[Line]:
    """``= key: text``, further lines indented to where the text starts."""
    head = f"{'':{gutter}} = {key}: "
    rows = wrap(one_line(text, look), max(20, look.width - len(head)))
    yield line(Piece(f"{'':{gutter}} = ", Role.GUTTER), Piece(f"{key}: ", Role.STRONG), Piece(rows[0], role))
    for row in rows[1:]:
        yield line(" " * len(head), Piece(row, role))


def first_rows(rows: Sequence[_Row], most: int) -> tuple[Sequence[_Row], int]:
    """The first ``most`` rows of a change, and how many are left out: never one, which takes no more room than to say so."""
    return (rows, 0) if len(rows) <= most + 1 else (rows[:most], len(rows) - most)


def _change_lines(changes: Sequence[Hunk], where: Location, gutter: int, look: Look, most: int) -> Iterator[Line]:
    rows = [row for hunk in changes for row in _hunk_lines(hunk, where, gutter, look)]
    shown, left = first_rows(rows, most)
    yield from shown
    if left:
        yield line(Piece(f"{'':{gutter}}   ... {counted(left, 'more line')} of this change", Role.FAINT))


def _hunk_lines(hunk: Hunk, where: Location, gutter: int, look: Look) -> Iterator[Line]:
    if hunk.document.file is not where.file:
        yield line(Piece(f"{'':{gutter}} > {look.shown(hunk.document.file.path)}:{hunk.at.line}", Role.GUTTER))
    room = look.width - gutter - 3
    skipped = _unchanged(hunk, room)
    for row in hunk.lines:
        number = "" if row.number is None else str(row.number)
        text = shorten((look.cut if skipped else "") + row.text[skipped:], room, look)
        said = f"{row.sign.value} {text}".rstrip()
        yield line(Piece(f"{number:>{gutter}} ", Role.GUTTER), Piece(said, _SIGNS[row.sign]))


def _unchanged(hunk: Hunk, room: int) -> int:
    """Characters to leave out where one long line changes far to the right, so that the change can be seen."""
    texts = [row.text for row in hunk.lines if row.sign is not Sign.SAME]
    if len(texts) != 2 or max(map(len, texts)) <= room:
        return 0
    one, other = texts
    same = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return max(0, same - room // 3)
