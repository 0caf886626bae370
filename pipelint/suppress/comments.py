"""Suppression comments: ``# pipelint: ignore[FD101] reason`` and ``ignore-file[...]``, read from the text of a config."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from pipelint.base.block import Block, Param
from pipelint.base.document import Document, Place
from pipelint.base.late import late
from pipelint.base.lines import lines_of
from pipelint.base.record import dataclass
from pipelint.base.span import Span

_MARK = b"pipelint:"
_COMMENT = late(rb"#[ \t]*pipelint:[ \t]*(?P<word>[A-Za-z-]*)(?P<list>\[(?P<codes>[^\]\r\n]*)\])?(?P<rest>[^\r\n]*)")
_CODE = late(rb"[^,\s]+")
_UNTIL = late(rb"(?<!\S)until=(?P<date>\S*)")
_ONLY_COMMENT = late(rb"[ \t]*(#[^\r\n]*)?\r?")


@dataclass(frozen=True, slots=True)
class Selector:
    """One rule that a comment names: a code, the beginning of one, or a name."""

    text: str
    place: Place


@dataclass(frozen=True, slots=True, eq=False)
class Comment:
    """A suppression comment. ``line`` is the 1-based line of the document that it is for, None for the whole document.

    ``until`` is the last day on which it holds, as written (empty: for ever), ``malformed`` what is wrong with it (or empty).
    """

    document: Document
    place: Place
    line: int | None
    selectors: tuple[Selector, ...]
    until: str
    reason: str
    malformed: str = ""


def comments(documents: Iterable[Document], root: Block) -> list[Comment]:
    """The suppression comments of a config's documents. What looks like one inside of a value is none."""
    found = [comment for document in documents if _MARK in document.text for comment in _read(document)]
    if not found:
        return found
    values = list(_values(root))
    return [comment for comment in found if not any(_holds(value, comment.place) for value in values)]


def _read(document: Document) -> Iterator[Comment]:
    lines = lines_of(document.text)
    for match in _COMMENT.finditer(document.text):
        number = lines.line(match.start())
        alone = not document.text[lines.start(number) : match.start()].strip()
        yield _comment(document, match, _next_line(document.text, number) if alone else number)


def _comment(document: Document, match: re.Match[bytes], line: int) -> Comment:
    word, rest = match["word"].decode(), match["rest"]
    place = Place(document, Span(match.start(), match.start() + len(match[0].rstrip())))
    codes = [
        Selector(code[0].decode("utf-8", "replace"), Place(document, Span(*code.span()).shift(match.start("codes"))))
        for code in _CODE.finditer(match["codes"] or b"")
    ]
    until = _UNTIL.search(rest)
    date = "" if until is None else until["date"].decode("utf-8", "replace")
    reason = _UNTIL.sub(b"", rest).decode("utf-8", "replace").strip()
    return Comment(
        document,
        place,
        None if word == "ignore-file" else line,
        tuple(codes),
        date,
        reason,
        _malformed(word, codes, date),
    )


def _malformed(word: str, codes: Sequence[Selector], date: str) -> str:
    if word not in ("ignore", "ignore-file"):
        return f'"{word}" is neither ignore nor ignore-file'
    if not codes:
        return f"{word} names no rule: {word}[CODE]"
    if date and not re.fullmatch(r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])", date):
        return f"until={date} is no date: until=2027-01-31"
    return ""


def _next_line(text: bytes, number: int) -> int:
    """The next line that is more than a comment; the last one where there is none."""
    lines = lines_of(text)
    following = number + 1
    while following < len(lines) and _ONLY_COMMENT.fullmatch(lines.content(following)):
        following += 1
    return following


def _values(root: Block) -> Iterator[Place]:
    for block in root.walk():
        yield from (item.place for item in block.items if isinstance(item, Param))


def _holds(value: Place, comment: Place) -> bool:
    return value.document is comment.document and value.span.start < comment.span.start < value.span.end
