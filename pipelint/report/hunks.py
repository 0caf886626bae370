"""Diff: what the edits of a fix do to the lines of the config, as old and new lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pipelint.base.finding import Edit
from pipelint.base.lean.enum import Enum
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Document
from pipelint.base.text.lines import Lines, lines_of
from pipelint.base.text.locate import Position, position
from pipelint.base.text.span import Span

if TYPE_CHECKING:
    from pipelint.facts.secrets.known import Secrets

# An edit that joins more text than this to one line is shown by its surroundings alone.
_LONG_LINE = 20_000
# Larger changes (old lines times new ones) are shown as all that goes, then all that comes.
_MAX_COMPARED = 10_000


class Sign(Enum):
    """Whether a line stays, goes or comes; the value is what is printed before it."""

    SAME = " "
    OLD = "-"
    NEW = "+"


@dataclass(frozen=True, slots=True)
class DiffLine:
    """One line of a diff. ``number`` is its line in the file on disk, None for a new one."""

    sign: Sign
    text: str
    number: int | None


@dataclass(frozen=True, slots=True)
class Hunk:
    """Lines that change together, and where in the file they start."""

    document: Document
    at: Position
    lines: tuple[DiffLine, ...]


def hunks(edits: Sequence[Edit], secrets: Secrets) -> Iterator[Hunk]:
    """The edits as hunks, by document in the order given, by place within it; neighbouring edits share one.

    ``secrets`` are not shown. What changes inside of one alone is seen as no change.
    """
    by_document: dict[Document, list[Edit]] = {}
    for edit in edits:
        by_document.setdefault(edit.document, []).append(edit)
    for document, mine in by_document.items():
        lines = lines_of(document.text)
        mine.sort(key=lambda edit: (edit.span.start, edit.span.end))
        group: list[Edit] = []
        for edit in mine:
            if group and not _together(lines, group[-1], edit):
                yield _hunk(document, lines, group, secrets)
                group = []
            group.append(edit)
        yield _hunk(document, lines, group, secrets)


def _together(lines: Lines, one: Edit, other: Edit) -> bool:
    """Whether two edits stand on the same line or on neighbours. Those that overlap are shown apart, each alone."""
    return one.span.end <= other.span.start and lines.line(other.span.start) <= lines.line(one.span.end) + 1


def _hunk(document: Document, lines: Lines, edits: list[Edit], secrets: Secrets) -> Hunk:
    start, end = _whole_lines(lines, edits)
    parts: list[bytes] = []
    at = start
    for edit in edits:
        parts += secrets.document(document, at, edit.span.start), secrets.lines(edit.text.encode("utf-8", "replace"), document)
        at = edit.span.end
    parts.append(secrets.document(document, at, end))
    return _lines(document, lines, start, secrets.document(document, start, end), b"".join(parts), secrets)


def _whole_lines(lines: Lines, edits: list[Edit]) -> tuple[int, int]:
    """The range of the lines that the edits touch, near them where those lines are very long."""
    first, last = edits[0].span.start, edits[-1].span.end
    start = max(lines.start(lines.line(first)), first - _LONG_LINE)
    number = lines.line(last)
    return start, min(lines.end(number), last + _LONG_LINE)


def _lines(document: Document, lines: Lines, start: int, old: bytes, new: bytes, secrets: Secrets) -> Hunk:
    before, after = _split(old), _split(new)
    head = 0
    while head < min(len(before), len(after)) and before[head] == after[head]:
        head += 1
    tail = 0
    while tail < min(len(before), len(after)) - head and before[-1 - tail] == after[-1 - tail]:
        tail += 1
    gone, come = before[head : len(before) - tail], after[head : len(after) - tail]
    first = lines.line(start) + head
    shown: list[DiffLine] = []
    if not gone:
        # A line that only comes says nothing without the one that it comes after.
        shown += _context(document, lines, first - 1, secrets)
    number = first
    for sign, text in _merged(gone, come):
        shown.append(DiffLine(sign, text, None if sign is Sign.NEW else _in_file(document, lines, number).line))
        number += sign is not Sign.NEW
    return Hunk(document, _in_file(document, lines, first), tuple(shown))


def _merged(gone: list[str], come: list[str]) -> list[tuple[Sign, str]]:
    """Old and new lines in order, as many of those that both have once as can be."""
    if len(gone) * len(come) > _MAX_COMPARED:
        return [*((Sign.OLD, text) for text in gone), *((Sign.NEW, text) for text in come)]
    # How many lines stay of what is left of both: most edits have a few, for which difflib would take longer to be loaded.
    stay = [[0] * (len(come) + 1) for _ in range(len(gone) + 1)]
    for old in reversed(range(len(gone))):
        for new in reversed(range(len(come))):
            same = gone[old] == come[new]
            stay[old][new] = stay[old + 1][new + 1] + 1 if same else max(stay[old + 1][new], stay[old][new + 1])
    rows: list[tuple[Sign, str]] = []
    old = new = 0
    while old < len(gone) or new < len(come):
        if old < len(gone) and new < len(come) and gone[old] == come[new]:
            rows.append((Sign.SAME, gone[old]))
            old, new = old + 1, new + 1
        elif old < len(gone) and stay[old + 1][new] == stay[old][new]:
            rows.append((Sign.OLD, gone[old]))
            old += 1
        else:
            rows.append((Sign.NEW, come[new]))
            new += 1
    return rows


def _split(text: bytes) -> list[str]:
    lines = text.decode("utf-8", "replace").split("\n")
    if lines[-1] == "":
        lines.pop()
    return [line.rstrip("\r") for line in lines]


def _context(document: Document, lines: Lines, number: int, secrets: Secrets) -> list[DiffLine]:
    if number < 1:
        return []
    start = lines.start(number)
    end = min(lines.end(number), start + _LONG_LINE)
    text = secrets.document(document, start, end).decode("utf-8", "replace")
    return [DiffLine(Sign.SAME, text, _in_file(document, lines, number).line)]


def _in_file(document: Document, lines: Lines, number: int) -> Position:
    """Where in the file line ``number`` of the document starts; the end of the document when it has no such line."""
    offset = lines.start(number) if number <= len(lines) else len(document.text)
    return position(document.file.data, document.map.to_file(Span(offset, offset)).start)
