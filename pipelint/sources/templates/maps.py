"""Maps of texts that are made of another text, and changes of such a text as changes of its file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pipelint.base.text.changes import Change, changed_lines, narrowed, split_lines
from pipelint.base.text.sourcemap import SourceMap
from pipelint.base.text.span import Span


class TextEditError(ValueError):
    """A text that cannot be written into its file so that it reads as it should."""


def composed(source: SourceMap, pieces: Iterable[tuple[bytes, Span]]) -> SourceMap:
    """The map of a text made of ``pieces`` of the text of ``source``, to the file of that. Raises SourceMapError."""
    return SourceMap.join(source.file, _through(source, pieces))


def _through(source: SourceMap, pieces: Iterable[tuple[bytes, Span]]) -> Iterator[tuple[bytes, Span]]:
    after = 0
    for text, place in _parts(source, pieces):
        # What is one place of the file, an action say, may be several parts of the text: the first of them has it.
        yield text, Span(max(place.start, after), max(place.end, after))
        after = max(after, place.end)


def _parts(source: SourceMap, pieces: Iterable[tuple[bytes, Span]]) -> Iterator[tuple[bytes, Span]]:
    for text, span in pieces:
        if text != span.cut(source.text):
            yield text, source.to_file(span)
            continue
        for here in source.pieces(span):
            part = Span(max(here.doc.start, span.start), min(here.doc.end, span.end))
            yield part.cut(source.text), source.to_file(part) if here.verbatim else here.file


def changed(source: SourceMap, changes: Iterable[Change]) -> SourceMap:
    """The map of the text of ``source`` with ``changes``, which are in order and do not overlap."""
    return composed(source, _pieces(source.text, changes))


def _pieces(text: bytes, changes: Iterable[Change]) -> Iterator[tuple[bytes, Span]]:
    at = 0
    for change in changes:
        if change.span.start > at:
            yield text[at : change.span.start], Span(at, change.span.start)
        yield change.text, change.span
        at = change.span.end
    if at < len(text):
        yield text[at:], Span(at, len(text))


def file_changes(source: SourceMap, text: bytes) -> list[Change]:
    """What to change in the file so that the text of ``source`` is ``text``. New lines are indented as their neighbours.

    Raises TextEditError where an action of the template or an escape would have to change.
    """
    lines = (line for change in changed_lines(source.text, text) for line in _by_line(source.text, change))
    return [_in_file(source, narrowed(source.text, line)) for line in lines]


def _by_line(text: bytes, change: Change) -> Iterator[Change]:
    """A change line by line, where as many come as go: what stays of each is not a part of it."""
    gone, come = split_lines(change.span.cut(text)), split_lines(change.text)
    if len(gone) != len(come):
        yield change
        return
    at = change.span.start
    for old, new in zip(gone, come, strict=True):
        if old != new:
            yield Change(Span(at, at + len(old)), new)
        at += len(old)


def _in_file(source: SourceMap, change: Change) -> Change:
    start, end = change.span.start, change.span.end
    at_line = start == 0 or source.text[start - 1 : start] == b"\n"
    if any(not piece.verbatim for piece in source.pieces(change.span)):
        raise TextEditError("the fix would change an action of the template")
    place = source.to_file(change.span)
    if at_line and (start == end or not change.text):  # whole lines come or go, with what stands before them
        first = source.file.rfind(b"\n", 0, place.start) + 1
        if not source.file[first : place.start].strip():
            place = Span(first, max(first, place.end if end > start else first))
    elif start == end and start:
        # After what it follows, not before what stands before the next line.
        after = source.to_file(Span(start - 1, start)).end
        place = Span(after, after)
    indent = _indent(source, start)
    head, *lines = change.text.split(b"\n")
    if at_line and start == end and lines and head:
        head = indent + head
    return Change(place, b"\n".join([head, *(indent + line if line else line for line in lines)]))


def _indent(source: SourceMap, offset: int) -> bytes:
    """The blanks of the file before the text's line that has ``offset``, which are not in the text."""
    start = source.text.rfind(b"\n", 0, offset) + 1
    for at in (start, source.text.rfind(b"\n", 0, max(0, start - 1)) + 1):
        place = source.to_file(Span(at, at)).start
        line = source.file.rfind(b"\n", 0, place) + 1
        if not source.file[line:place].strip():
            return source.file[line:place]
    return b""
