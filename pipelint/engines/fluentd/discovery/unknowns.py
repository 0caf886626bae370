"""Templates of configs in the v1 format: a mark of a template becomes embedded Ruby, of which nobody knows the result, either."""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.lean.late import late
from pipelint.base.text.changes import Change
from pipelint.base.text.span import Span
from pipelint.sources.templates.marks import MARK, OPEN

_PARAM = late(rb"[ \t]*(?P<name>[^\s\[{\"'#,}\]][^\s]*)(?:[ \t]+(?P<value>.*))?$")
_SECTION = late(rb"[ \t]*</?[\w.-]*[ \t]*")
_COMMENT = late(rb"[ \t]#[^\r\n]*")
_ESCAPED = late(rb'["\\]|#(?=[{$@])')
_SINGLE = late(rb"\\.|[\"\\]|#(?=[{$@])")


class _Unreadable(ValueError):
    """A mark in a place where it may be anything."""


def unknown_values(text: bytes) -> list[Change] | None:
    """What to write in the place of marks; None where they stand for structure."""
    out: list[Change] = []
    at = 0
    try:
        for line in text.split(b"\n"):
            if OPEN in line:
                out += _in_line(line, at)
            at += len(line) + 1
    except _Unreadable:
        return None
    return out


def _in_line(line: bytes, at: int) -> list[Change]:
    bare = line.strip()
    start = at + line.index(bare)
    if bare.startswith(b"#"):
        return [Change(Span(at + each.start(), at + each.end()), each[2]) for each in MARK.finditer(line)]
    found = MARK.match(bare)
    if found is not None and (found.end() == len(bare) or not MARK.sub(b"", bare)):
        return [_include(Span(start, start + len(bare)), found[2])]
    if bare.startswith(b"<"):
        head, end = _SECTION.match(line), line.rfind(b">")
        begin = 0 if head is None else head.end()
        if begin > end or OPEN in line[end:] or line[begin - 1 : begin] not in b" \t":
            raise _Unreadable
        return list(_value(line, Span(begin, begin + len(line[begin:end].rstrip())), at))
    param = _PARAM.match(line.rstrip())
    if param is None:  # within an array or object
        return list(_in_json(line, Span(0, len(line)), at))
    if OPEN in param["name"]:
        return [_include(Span(start, start + len(bare)), _word(param["name"]))]
    return list(_value(line, Span(*param.span("value")), at))


def _include(span: Span, word: bytes) -> Change:
    return Change(span, b'@include "#{' + word + b'}"')


def _word(text: bytes) -> bytes:
    found = MARK.search(text)
    return found[2] if found else b"value"


def _value(line: bytes, span: Span, at: int) -> Iterator[Change]:
    """The changes of a value with marks: it is in double quotes then."""
    value = span.cut(line)
    first = value[:1]
    if first == b'"':
        yield from _marks(line, span, at)
    elif first in (b"[", b"{"):
        yield from _in_json(line, span, at)
    elif first == b"'":
        end = value.rfind(b"'")
        yield from _quoted(line, Span(span.start + 1, span.start + max(end, 1)), at, single=True)
    else:
        comment = _COMMENT.search(value)
        end = span.start + (len(value) if comment is None else comment.start())
        yield from _quoted(line, Span(span.start, span.start + len(line[span.start : end].rstrip())), at, single=False)


def _marks(line: bytes, span: Span, at: int) -> Iterator[Change]:
    for each in MARK.finditer(line, span.start, span.end):
        yield Change(Span(at + each.start(), at + each.end()), b"#{" + each[2] + b"}")


def _quoted(line: bytes, span: Span, at: int, *, single: bool) -> Iterator[Change]:
    """A value in double quotes that has none, or single ones around ``span``."""
    changes = list(_marks(line, span, at))
    for each in (_SINGLE if single else _ESCAPED).finditer(line, span.start, span.end):
        if single and each[0] in (b"\\\\", b"\\'"):
            continue
        if single and len(each[0]) == 2:
            changes.append(Change(Span(at + each.start(), at + each.start() + 1), b"\\\\"))
            if each[0][1:] == b'"':
                changes.append(Change(Span(at + each.start() + 1, at + each.end()), b'\\"'))
        else:
            changes.append(Change(Span(at + each.start(), at + each.end()), b"\\" + each[0]))
    quotes = 1 if single else 0
    yield Change(Span(at + span.start - quotes, at + span.start), b'"')
    yield from sorted(changes, key=lambda change: change.span)
    yield Change(Span(at + span.end, at + span.end + quotes), b'"')


def _in_json(line: bytes, span: Span, at: int) -> Iterator[Change]:
    """Inside of a text what is unknown is a part of it, elsewhere a text."""
    quoted = False
    skip = False
    marks = {each.start(): each for each in MARK.finditer(line, span.start, span.end)}
    for offset in range(span.start, span.end):
        if found := marks.get(offset):
            hole = b"#{" + found[2] + b"}"
            yield Change(Span(at + offset, at + found.end()), hole if quoted else b'"' + hole + b'"')
        char = line[offset : offset + 1]
        if skip:
            skip = False
        elif char == b"\\":
            skip = quoted
        elif char == b'"':
            quoted = not quoted
