"""Where a value ends that begins somewhere in a text: at a quote, with its word or line, or with a YAML block."""

from __future__ import annotations

import re

from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass


@dataclass(frozen=True, slots=True)
class Found:
    """A value without its quotes, in bytes of the text."""

    start: int
    end: int
    quoted: bool = False


_OPENING = late(rb"\\{0,4}[\"']")
_WORD = late(rb"[^\s\"'<>]*")
_FIELD = late(rb"[^\s;&\"'<>]*")
_ITEM = late(rb"[^\s,\"'<>]*")
_COMMENT = late(rb"[ \t]#[^\r\n]*")
_BLOCK = late(rb"(?:[&!]\S+[ \t]+)*[|>][+\-0-9]*[ \t]*(?:#[^\n]*)?\r?\n(?P<lines>(?P<indent>[ \t]+)[^\n]*(?:\n|\Z))")
# What a regular expression of a log's format has after a name, and what a line of a program has after a blank.
_PATTERN = late(rb"\(\?|\(?\[\^|\(?\\[SwdDWs.]|\(?\.[*+]")
_CALL = late(rb"(?<=[ \t])[A-Za-z_]\w*(?:\.\w+)*[\[(]")
_TOKEN = late(rb"\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'|=>|[\[\]{}:,]|[^\s\"'\[\]{}:,=]+|.", re.DOTALL)
_DONE = late(rb"[\s,;(){}\]&>\\]|\Z")
_LONGEST = 65_536
_BRACKETS = {b"}": b"{", b"]": b"[", b")": b"(", b",": b""}


def value_after(text: bytes, at: int, sign: bytes, closed: bool) -> Found:
    """The value that begins at ``at``, after ``sign``; ``closed`` says that the name before it ended in a quote or bracket."""
    if opening := _OPENING.match(text, at):
        start, end = opening.end(), _closing(text, opening.end(), opening[0])
        if not _ends(text, start, end + len(opening[0])) or (start < end and not text[start:end].strip(b"\"'")):
            # There is a quote too many: nobody knows what of the line is the value.
            end = _end_of_line(text, start)
        return Found(start, end, True)
    if sign in (b"==", b"!=") or _PATTERN.match(text, at) or (sign == b"=" and _CALL.match(text, at)):
        return Found(at, at)
    if sign in (b"=", b"=>") or closed:
        return _word(_FIELD if sign == b"=" else _WORD, text, at)
    if sign == b":" and text[at - 1 : at] == b":":
        # YAML has a blank after its colon: this is one of several, joined by commas.
        return _word(_ITEM, text, at)
    end = _end_of_line(text, at)
    comment = _COMMENT.search(text, at, end)
    return Found(at, at + len(_without_ends(text[at : comment.start() if comment else end].rstrip())))


def _word(pattern: re.Pattern[bytes], text: bytes, at: int) -> Found:
    found = pattern.match(text, at)
    return Found(at, at + len(_without_ends(found[0]))) if found else Found(at, at)


def _without_ends(value: bytes) -> bytes:
    """A value without the comma and the brackets after it that it does not open itself."""
    while value[-1:] in _BRACKETS and (value[-1:] == b"," or value.count(value[-1:]) > value.count(_BRACKETS[value[-1:]])):
        value = value[:-1].rstrip()
    return value


def _closing(text: bytes, at: int, mark: bytes) -> int:
    """Where a string ends whose opening ``mark`` stands before ``at``; the end of its line where it is not closed."""
    quote, limit = mark[-1:], min(len(text), at + _LONGEST)
    end = at
    while (end := text.find(mark, end, limit)) >= 0:
        before = end
        while before > at and text[before - 1 : before] == b"\\":
            before -= 1
        # A backslash hides the quote, and another one before it that backslash. Of marks with a backslash these are the same.
        if len(mark) > 1 or (end - before) % 2 == 0:
            return before if len(mark) > 1 else end
        end += 1
    line = _end_of_line(text, at)
    last = text.rfind(quote, at, line)
    return last if last > at else line


def _ends(text: bytes, start: int, end: int) -> bool:
    """Whether a value in quotes that begins at ``start`` may end at ``end``: before a blank, a bracket, a quote that was open."""
    if end >= len(text) or _DONE.match(text, end):
        return True
    around = text[end : end + 1]
    return around in b"\"'" and text.count(around, text.rfind(b"\n", 0, start) + 1, start - 1) % 2 == 1


def _end_of_line(text: bytes, at: int) -> int:
    end = text.find(b"\n", at, at + _LONGEST)
    return end if end >= 0 else min(len(text), at + _LONGEST)


def items_of(text: bytes, at: int) -> tuple[list[Found], int]:
    """The strings and words of the list that begins at ``at``, but those of lists and hashes in it, and where it ends."""
    found: list[Found] = []
    depth, end = 0, at
    for token in _TOKEN.finditer(text, at, min(len(text), at + _LONGEST)):
        said, end = token[0], token.end()
        if said in (b"[", b"{"):
            depth += 1
        elif said in (b"]", b"}"):
            depth -= 1
            if depth == 0:
                break
        elif depth == 1 and said[:1] in b"\"'" and len(said) > 1:
            found.append(Found(token.start() + 1, token.end() - 1, True))
        elif depth == 1 and said not in (b",", b":", b"=>") and said.strip():
            found.append(Found(*token.span()))
    return found, end


def block_scalar(text: bytes, at: int) -> Found | None:
    """The lines of a YAML block that begins at ``at`` with ``|`` or ``>``; None where there is none."""
    opened = _BLOCK.match(text, at)
    if opened is None:
        return None
    indent, end = opened["indent"], opened.end()
    while end < len(text):
        after = text.find(b"\n", end) + 1 or len(text)
        line = text[end:after]
        if line.strip() and not line.startswith(indent):
            break
        end = after
    start = opened.start("lines") + len(indent)
    return Found(start, max(start, opened.start("lines") + len(text[opened.start("lines") : end].rstrip())))
