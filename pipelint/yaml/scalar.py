"""Decodes one YAML scalar from its place in the file, piece by piece, so that each decoded byte knows where it stands.

The words and the line folding are those of YAML 1.1 as libyaml has it, whose port Kubernetes reads manifests with: line
breaks are CR LF, CR, LF, NEL (all read as LF), LS and PS (kept).
"""

from __future__ import annotations

import re

from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass
from pipelint.base.text.span import Span

Piece = tuple[bytes, Span]
"""Decoded bytes and the range of the file that they were read from."""

_ANY = rb"\xc2(?!\x85)|\xe2(?!\x80[\xa8\xa9])"  # lead bytes that begin NEL, LS or PS, where they do not
_BREAK = late(rb"\r\n|[\r\n]|\xc2\x85|\xe2\x80[\xa8\xa9]")
_LINE = late(rb"(?:[^\r\n\xc2\xe2]+|" + _ANY + rb")*")
# Text of one line between two quotes of a kind, up to what means something in these; blanks before a break are not of it.
_RUN = rb"[^%b \t\r\n\xc2\xe2]+|" + _ANY + rb"|[ \t]+(?![ \t\r\n]|\xc2\x85|\xe2\x80[\xa8\xa9])"
_RUNS = {quote: late(rb"(?:" + _RUN % special + rb")+") for quote, special in ((b'"', rb"\\"), (b"'", b"'"), (b"", b""))}
_BLANKS = late(rb"[ \t]+")
# An anchor and a tag may stand before any scalar, with line breaks and comments between.
_COMMENT = rb"(?:#(?:[^\r\n\xc2\xe2]+|" + _ANY + rb")*)?"
_SPACE = rb"(?:[ \t\r\n]|\xc2\x85|\xe2\x80[\xa8\xa9])+"
PROPERTIES = late(rb"(?:[&!](?:[^ \t\r\n\xc2\xe2]+|" + _ANY + rb")*(?:" + _SPACE + _COMMENT + rb")*)*")
_HEADER = late(rb"[|>]([+-]?)([1-9]?)([+-]?)[ \t]*" + _COMMENT)
_ESCAPE = late(rb"\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.)", re.DOTALL)
_LOW_HALF = late(rb"\\u[dD][c-fC-F][0-9a-fA-F]{2}")
# YAML 1.1, section 5.7 "Escape Sequences"; `\/` came with 1.2 for JSON and libyaml takes it too.
_ESCAPES = zip(b'0abt\tnvfre "\\/N_LP', '\0\a\b\t\t\n\v\f\r\x1b "\\/\x85\xa0\u2028\u2029', strict=True)
_SIMPLE = {kind: char.encode() for kind, char in _ESCAPES}


def decode_scalar(file: bytes, span: Span, parent_indent: int) -> list[Piece]:
    """The pieces of the scalar at ``span`` of ``file``, in order; joined they are its value in UTF-8.

    ``span`` may begin with the scalar's anchor and tag. ``parent_indent`` is the column of the mapping or sequence that
    holds it, from which an indentation indicator counts. Bytes that stand for nothing (quotes, indentation, the header
    of a block scalar) are in no piece. What breaks YAML's rules is taken as it stands: the YAML parser has complained.
    """
    found = PROPERTIES.match(file, span.start, span.end)
    start = span.start if found is None else found.end()
    out = _Pieces(file)
    match file[start : min(start + 1, span.end)]:
        case b"|" | b">":
            _block(out, start, span.end, parent_indent)
        case b'"' | b"'" as quote:
            closed = span.end - start > 1 and file[span.end - 1 : span.end] == quote
            _flow(out, start + 1, span.end - 1 if closed else span.end, quote)
        case _:
            _flow(out, start, span.end, b"")
    return out.done()


def literal_lines(file: bytes, span: Span, parent_indent: int) -> tuple[Span, int] | None:
    """Where the lines of the literal at ``span`` of ``file`` stand and how far they are indented; None of any other scalar.

    ``span`` and ``parent_indent`` are those of ``decode_scalar``. After the last line may be empty ones that do not count.
    """
    found = PROPERTIES.match(file, span.start, span.end)
    start = span.start if found is None else found.end()
    block = _block_head(file, start, span.end, parent_indent) if file[start : start + 1] == b"|" else None
    return None if block is None else (Span(block.first, span.end), block.indent)


class _Pieces:
    """Gathers pieces; neighbours that stand in the file as they are become one."""

    def __init__(self, file: bytes) -> None:
        self.file = file
        self._pieces: list[Piece] = []
        self._start = self._end = 0  # the verbatim run not yet put into a piece

    def keep(self, start: int, end: int) -> None:
        """The bytes from ``start`` to ``end`` as they are."""
        if start != self._end:
            self._flush()
            self._start = start
        self._end = end

    def put(self, decoded: bytes, start: int, end: int) -> None:
        """``decoded``, read from ``start`` to ``end``."""
        self._flush()
        self._pieces.append((decoded, Span(start, end)))
        self._start = self._end = end

    def line_break(self, found: re.Match[bytes]) -> None:
        """A line break that counts."""
        if found[0] in (b"\n", b"\xe2\x80\xa8", b"\xe2\x80\xa9"):
            self.keep(*found.span())
        else:
            self.put(b"\n", *found.span())

    def done(self) -> list[Piece]:
        """All pieces."""
        self._flush()
        return self._pieces

    def _flush(self) -> None:
        if self._start < self._end:
            self._pieces.append((self.file[self._start : self._end], Span(self._start, self._end)))
        self._start = self._end


def _fold(out: _Pieces, breaks: list[re.Match[bytes]]) -> None:
    """Line folding: one break is a space, of more the first is dropped."""
    first, *rest = breaks
    if first[0].startswith(b"\xe2"):
        out.line_break(first)
    elif not rest:
        out.put(b" ", *first.span())
    for found in rest:
        out.line_break(found)


def _breaks(file: bytes, at: int, end: int) -> tuple[list[re.Match[bytes]], int]:
    """The line breaks from ``at`` on, blanks around them skipped, and the offset after."""
    found: list[re.Match[bytes]] = []
    while True:
        blanks = _BLANKS.match(file, at, end)
        here = at if blanks is None else blanks.end()
        broken = _BREAK.match(file, here, end)
        if broken is None:
            # Blanks in front of text are text, unless they are a line's indentation.
            return found, here if found else at
        found.append(broken)
        at = broken.end()


def _flow(out: _Pieces, at: int, end: int, quote: bytes) -> None:
    """A plain, single-quoted or double-quoted scalar between ``at`` and ``end`` (quotes excluded)."""
    file = out.file
    run = _RUNS[quote].match
    while at < end:
        text = run(file, at, end)
        if text is not None:
            out.keep(at, text.end())
            at = text.end()
            continue
        if quote == b'"' and at + 1 < end and file[at] == 0x5C and (simple := _SIMPLE.get(file[at + 1])):
            out.put(simple, at, at + 2)
            at += 2
            continue
        breaks, after = _breaks(file, at, end)
        if breaks:
            _fold(out, breaks)
            at = after
        elif quote == b'"' and file[at] == 0x5C:
            at = _escape(out, at, end)
        elif quote == b"'" and file.startswith(b"''", at, end):
            out.put(b"'", at, at + 2)
            at += 2
        else:
            blanks = _BLANKS.match(file, at, end)
            after = at + 1 if blanks is None else blanks.end()
            out.keep(at, after)
            at = after


def _escape(out: _Pieces, at: int, end: int) -> int:
    """Decodes the backslash escape at ``at``, which is no simple one; returns the offset after it."""
    file = out.file
    broken = _BREAK.match(file, at + 1, end)
    if broken is not None:
        # The escaped break is nothing, and so is the next line's indentation; empty lines after it count.
        blanks = _BLANKS.match(file, broken.end(), end)
        breaks, after = _breaks(file, broken.end(), end)
        for each in breaks:
            out.line_break(each)
        return after if breaks or blanks is None else blanks.end()
    found = _ESCAPE.match(file, at, end)
    if found is None:
        out.keep(at, end)
        return end
    after = found.end()
    if after - at > 2:
        code = int(found[0][2:], 16)
        low = _LOW_HALF.match(file, after, end) if 0xD800 <= code < 0xDC00 else None
        if low is not None:  # JSON writes what is above U+FFFF as two halves
            code = 0x10000 + ((code - 0xD800) << 10) + (int(low[0][2:], 16) - 0xDC00)
            after = low.end()
        valid = code < 0xD800 or 0xE000 <= code < 0x110000
        out.put((chr(code) if valid else "\ufffd").encode(), at, after)
    else:
        out.keep(at, after)
    return after


@dataclass(frozen=True, slots=True)
class _Block:
    """What the header of a block scalar says: ``+``, ``-`` or nothing, how far its lines are indented, and where they begin."""

    chomping: bytes
    indent: int
    first: int


def _block_head(file: bytes, start: int, end: int, parent_indent: int) -> _Block | None:
    """The header at ``start``, None where there is no line after it."""
    header = _HEADER.match(file, start, end)
    opened = None if header is None else _BREAK.match(file, header.end(), end)
    if header is None or opened is None:
        return None
    least = max(parent_indent + 1, 1)
    indent = least + int(header[2]) - 1 if header[2] else _detect_indent(file, opened.end(), end, least)
    return _Block(header[1] or header[3], indent, opened.end())


def _block(out: _Pieces, start: int, end: int, parent_indent: int) -> None:
    """A literal or folded block scalar from its ``|`` or ``>`` on."""
    file = out.file
    head = _block_head(file, start, end, parent_indent)
    if head is None:
        return
    chomping, indent = head.chomping, head.indent
    folded = file[start] == 0x3E
    pending, at = _block_breaks(file, head.first, end, indent)
    last: re.Match[bytes] | None = None
    run = re.compile(rb"([^\r\n\xc2\xe2]*\n) {%d}(?=[^\r\n\xc2\xe2])" % indent)
    while at >= 0:
        for found in pending:
            out.line_break(found)
        # Most configs are literals whose lines all have text: those go by here, all else below.
        while not folded and (plain := run.match(file, at, end)):
            out.keep(at, plain.end(1))
            at = plain.end()
        line = _LINE.match(file, at, end)
        stop = end if line is None else line.end()
        out.keep(at, stop)
        last = _BREAK.match(file, stop, end)
        if last is None:
            return
        pending, following = _block_breaks(file, last.end(), end, indent)
        if following < 0:
            break
        # A break folds between two lines that both begin at the indentation.
        if folded and last[0][0] != 0xE2 and file[at] not in b" \t" and file[following] not in b" \t":
            if not pending:
                out.put(b" ", *last.span())
        else:
            out.line_break(last)
        at = following
    if last is not None and chomping != b"-":
        out.line_break(last)
    if chomping == b"+":
        for found in pending:
            out.line_break(found)


def _detect_indent(file: bytes, at: int, end: int, least: int) -> int:
    """The indentation of the first line with text, or of a longer line of blanks before it."""
    indent = least
    while at < end:
        text = at
        while text < end and file[text] == 0x20:
            text += 1
        indent = max(indent, text - at)
        broken = _BREAK.match(file, text, end)
        if broken is None:
            break
        at = broken.end()
    return indent


def _block_breaks(file: bytes, at: int, end: int, indent: int) -> tuple[list[re.Match[bytes]], int]:
    """The line breaks of empty lines from ``at`` on, and where the next line's text begins (-1: the scalar ends)."""
    found: list[re.Match[bytes]] = []
    while True:
        text = at
        stop = min(at + indent, end)
        while text < stop and file[text] == 0x20:
            text += 1
        broken = _BREAK.match(file, text, end)
        if broken is None:
            return found, text if text - at == indent and text < end else -1
        found.append(broken)
        at = broken.end()
