"""Excerpt: the lines of a file around a location, with the columns that carets go under."""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import SourceFile
from pipelint.base.text.lines import lines_of
from pipelint.base.text.locate import Location
from pipelint.report.look import Look, cells

# Of a line with more bytes only this much on either side of the location is looked at: no terminal shows more.
_NEAR = 600
_BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class ExcerptLine:
    """One line of a file as shown: ``text`` fits the room, carets go under ``carets`` columns after ``indent``."""

    number: int
    text: str
    indent: int
    carets: int


def excerpt(location: Location, room: int, look: Look) -> list[ExcerptLine]:
    """The first and the last line of ``location``, each cut to ``room`` columns around what it marks.

    One line where the location ends on the line it starts on. Never empty.
    """
    lines = lines_of(location.file.data)
    start, end = location.start.offset, max(location.start.offset, _trimmed(location))
    first, last = lines.line(start), lines.line(end)
    found = [_line(location.file, first, start, end, room, look)]
    if last > first:
        begun = lines.text[lines.start(last) : end]
        indented = end - len(begun.lstrip(b" \t"))
        found.append(_line(location.file, last, min(indented, end), end, room, look))
    return found


def _trimmed(location: Location) -> int:
    """The end of the location without white space after it: a caret under a line end helps nobody."""
    span = location.span
    tail = location.file.data[max(span.start, span.end - _NEAR) : span.end]
    return span.end - (len(tail) - len(tail.rstrip()))


def _line(file: SourceFile, number: int, start: int, end: int, room: int, look: Look) -> ExcerptLine:
    lines, secrets = lines_of(file.data), look.secrets
    base, stop = lines.start(number), lines.end(number)
    if number == 1 and file.data.startswith(_BOM):
        base += len(_BOM)
    lo = min(max(start, base), stop)
    hi = min(max(end, lo), stop)
    first, last = secrets.around(file, lo, hi)
    lo, hi = max(first, base), min(last, stop)
    before = _decode(secrets.file(file, max(base, lo - _NEAR), lo))
    marked = _decode(secrets.file(file, lo, min(hi, lo + _NEAR)))
    after = _decode(secrets.file(file, hi, min(hi + _NEAR, stop))) if hi <= lo + _NEAR else ""
    cut_before = lo - base > _NEAR
    cut_after = hi > lo + _NEAR or hi + _NEAR < stop
    return _fit(number, (before, marked, after), (cut_before, cut_after), room, look)


def _decode(raw: bytes) -> str:
    # A cut may go through a character: what is left of it is dropped.
    return raw.decode("utf-8", "ignore")


def _fit(number: int, texts: tuple[str, str, str], cut: tuple[bool, bool], room: int, look: Look) -> ExcerptLine:
    before, marked, after = (look.shown(text) for text in texts)
    if not any(cut) and cells(before) + cells(marked) + cells(after) <= room:
        return ExcerptLine(number, before + marked + after, cells(before), max(1, cells(marked)))
    dots = look.cut
    room -= 2 * len(dots)
    shown = cells(marked) + (room if cut[1] else cells(after))
    lead = _last(before, max(room // 4, room - shown))
    left = dots if cut[0] or lead != before else ""
    mark = _first(marked, room - cells(lead))
    tail = _first(after, room - cells(lead) - cells(mark)) if mark == marked else ""
    right = dots if cut[1] or mark != marked or tail != after else ""
    return ExcerptLine(number, left + lead + mark + tail + right, len(left) + cells(lead), max(1, cells(mark)))


def _first(text: str, room: int) -> str:
    """The start of ``text`` that fits into ``room`` columns."""
    return "".join(_fitting(text, room))


def _last(text: str, room: int) -> str:
    """The end of ``text`` that fits into ``room`` columns."""
    return "".join(_fitting(text[::-1], room))[::-1]


def _fitting(text: str, room: int) -> Iterator[str]:
    for char in text:
        room -= cells(char)
        if room < 0:
            return
        yield char


def shorten(text: str, room: int, look: Look) -> str:
    """``text`` as shown, cut at the right to ``room`` columns."""
    shown = look.shown(text[: 4 * room])
    if len(text) <= 4 * room and cells(shown) <= room:
        return shown
    return _first(shown, room - len(look.cut)) + look.cut
