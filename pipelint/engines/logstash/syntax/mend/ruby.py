"""Ruby code between plugins, as if a config were a program: a block from ``do`` to ``end``, and what is set right before it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipelint.base.lean.late import late
from pipelint.base.text.span import Span
from pipelint.engines.logstash.syntax.mend.braces import QUOTED

_QUOTED = late(rb"""[#"'](?:""" + QUOTED + rb"|)")
_DO = late(rb"(?m)^[ \t]*[A-Za-z_][^\n#]*[)\w][ \t]do(?:[ \t]*\|[^|\n]*\|)?[ \t\r]*$")
_SET = late(rb"[ \t]*[a-z_]\w*[ \t]*=[ \t]*[^ \t\n=~>][^\n]*")
_MOST_LINES = 100


def ruby_blocks(text: bytes) -> list[Span]:
    """Where such lines stand, from the first to the end of the last; none where a quote of the text lacks its pair."""
    if b" do" not in text:
        return []
    quoted = [found.span() for found in _QUOTED.finditer(text)]
    if any(end - start == 1 and text[start:end] != b"#" for start, end in quoted):
        return []
    found = list(_blocks(text))
    return [each for each in found if not any(start < each.start < end for start, end in quoted)]


def _blocks(text: bytes) -> Iterator[Span]:
    after = 0
    for opened in _DO.finditer(text):
        if opened.start() >= after and (after := _end(text, opened)) > 0:
            yield Span(_start(text, opened), after)


def _end(text: bytes, opened: re.Match[bytes]) -> int:
    """Where the ``end`` ends that closes a block: it stands below the line that opens it. 0 where there is none."""
    indent, at = _indent(opened[0]), opened.end() + 1
    for _ in range(_MOST_LINES):
        stop = text.find(b"\n", at)
        line = text[at : len(text) if stop < 0 else stop]
        if line.strip() and len(_indent(line)) <= len(indent):
            return at + len(line.rstrip()) if line.rstrip() == indent + b"end" else 0
        if stop < 0:
            break
        at = stop + 1
    return 0


def _start(text: bytes, opened: re.Match[bytes]) -> int:
    """Where the first of the lines begins that set something right before a block, itself without such."""
    start = opened.start()
    for _ in range(_MOST_LINES):
        before = text.rfind(b"\n", 0, max(start - 1, 0)) + 1
        line = text[before : max(start - 1, 0)]
        if before == start or _indent(line) != _indent(opened[0]) or not _SET.fullmatch(line):
            break
        start = before
    return start + len(_indent(opened[0]))


def _indent(line: bytes) -> bytes:
    return line[: len(line) - len(line.lstrip())]
