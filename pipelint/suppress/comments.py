"""Suppression comments: ``# pipelint: ignore[FD101] reason`` and ``ignore-file[...]``, read from the text of a config."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, islice

from pipelint.base.block import Block, Param
from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass
from pipelint.base.limits import left_out
from pipelint.base.text.document import Document, Place
from pipelint.base.text.lines import lines_of
from pipelint.base.text.span import Span
from pipelint.base.value import Value, ValueKind

# Comments of a config.
MOST_COMMENTS = 10_000
_MARK = b"pipelint:"
_BOM = b"\xef\xbb\xbf"
_COMMENT = late(rb"#[ \t]*pipelint:[ \t]*(?P<word>[A-Za-z-]*)(?:[ \t]*\[(?P<codes>[^\]\r\n]*)\])?(?=(?P<rest>[^\r\n]{0,500}))")
_CODE = late(rb"[^,\s]+")
# Without the sign of equality only what begins like a date: "until we know more" is a reason.
_UNTIL = late(rb"(?<!\S)until(?:[ \t]*=[ \t]*|[ \t]*:?[ \t]*(?=\d{4}-))(?P<date>\S*)")
# What is read of an array: a string, which may hold a comment's sign, or a comment, which is stepped over.
_JSON_TEXT = late(rb'"(?:[^"\\]|\\.)*"|#[^\n]*', re.DOTALL)
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


def comments(documents: Iterable[Document], root: Block, manifests: Iterable[Document] = ()) -> list[Comment]:
    """The suppression comments of a config's documents, and of the manifests whose pods run it.

    What looks like one inside of a value is none.
    """
    around = [comment for manifest in manifests if _MARK in manifest.text for comment in _of_yaml(manifest)]
    written = (comment for document in documents if _MARK in document.text for comment in _read(document))
    found = list(islice(written, MOST_COMMENTS))
    if next(written, None) is not None:
        left_out(f"more than {MOST_COMMENTS:,} suppression comments: the rest is ignored")
    if found:
        values: dict[int, list[Span]] = {}
        for value in texts(root):
            # What begins with a value is no part of it.
            inside = Span(min(value.span.start + 1, value.span.end), value.span.end)
            values.setdefault(id(value.document), []).append(inside)
        held = {document: _Held(spans) for document, spans in values.items()}
        found = [one for one in found if id(one.document) not in held or not held[id(one.document)].has(one.place.span.start)]
    return [*found, *around]


class _Held:
    """Spans, perhaps one in the other, and whether a byte lies in any of them."""

    def __init__(self, spans: Iterable[Span]) -> None:
        ordered = sorted(spans, key=lambda span: span.start)
        self._starts = [span.start for span in ordered]
        # Of each and all before it the one that ends last.
        self._ends = list(accumulate((span.end for span in ordered), max))

    def has(self, offset: int) -> bool:
        """Whether one holds this byte."""
        before = bisect_right(self._starts, offset)
        return before > 0 and offset < self._ends[before - 1]


def _of_yaml(manifest: Document) -> Iterator[Comment]:
    """Those of YAML itself: in a scalar they are its text, and may be those of a config in there."""
    from pipelint.yaml.tree import read_yaml, scalars_of

    scalars = _Held(Span(scalar.start, scalar.end) for scalar in scalars_of(read_yaml(manifest.text).roots))
    yield from (comment for comment in _read(manifest) if not scalars.has(comment.place.span.start))


def _read(document: Document) -> Iterator[Comment]:
    lines = lines_of(document.text)
    following = last = 0
    alone = False
    for match in _COMMENT.finditer(document.text):
        number = lines.line(match.start())
        if number != last:
            # Of several in one line the first says it of all.
            before = document.text[lines.start(number) : match.start()].removeprefix(_BOM).strip()
            alone, last = not before or before.startswith(b"#"), number
        if alone and number >= following:
            # Of comments one below the other it is the same line.
            following = _next_line(document.text, number)
        yield _comment(document, match, following if alone else number)


def _comment(document: Document, match: re.Match[bytes], line: int) -> Comment:
    word, rest = match["word"].decode(), match["rest"]
    place = Place(document, Span(match.start(), match.end() + len(rest.rstrip())))
    codes = [
        Selector(code[0].decode("utf-8", "replace"), Place(document, Span(*code.span()).shift(match.start("codes"))))
        for code in _CODE.finditer(match["codes"] or b"")
    ]
    until = _UNTIL.search(rest)
    date = None if until is None else until["date"].decode("utf-8", "replace")
    reason = _UNTIL.sub(b"", rest).decode("utf-8", "replace").strip()
    return Comment(
        document,
        place,
        None if word == "ignore-file" else line,
        tuple(codes),
        date or "",
        reason,
        _malformed(word, codes, rest, date),
    )


def _malformed(word: str, codes: Sequence[Selector], rest: bytes, date: str | None) -> str:
    if word not in ("ignore", "ignore-file"):
        return f'expected ignore or ignore-file, got "{word}"'
    if not codes:
        missing = " lacks ]" if rest.lstrip().startswith(b"[") else " names no rule"
        return f"{word}{missing}: {word}[CODE]"
    if date is not None and not _is_date(date):
        return f"until={date} is not a date such as until=2027-01-31"
    return ""


def _is_date(text: str) -> bool:
    import datetime

    try:
        return datetime.date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _next_line(text: bytes, number: int) -> int:
    """The next line that is more than a comment; the last one where there is none."""
    lines = lines_of(text)
    following = number + 1
    while following < len(lines) and _ONLY_COMMENT.fullmatch(lines.content(following)):
        following += 1
    return following


def texts(root: Block) -> Iterator[Place]:
    """Where values stand that hold no comments: what looks like one in there is a part of them."""
    for block in root.walk():
        for item in block.items:
            if isinstance(item, Param):
                yield from _strings(item.place) if item.data is None else _leaves(item.data)


def _leaves(value: Value) -> Iterator[Place]:
    """The places of strings, numbers and words; between those of an array or a hash there may be comments."""
    match value.kind:
        case ValueKind.ARRAY:
            for item in value.items:
                yield from _leaves(item)
        case ValueKind.HASH:
            for entry in value.entries:
                yield from (*_leaves(entry.key), *_leaves(entry.value))
        case ValueKind.PLUGIN:
            pass  # Its settings are those of a block.
        case _:
            yield value.place


def _strings(value: Place) -> Iterator[Place]:
    """A value of which no structure is known; of one that is an array or hash over several lines (Fluentd's) its strings."""
    text = value.span.cut(value.document.text)
    if not text.startswith((b"[", b"{")) or b"\n" not in text:
        yield value
        return
    strings = (match for match in _JSON_TEXT.finditer(text) if match[0].startswith(b'"'))
    for match in strings:
        yield Place(value.document, Span(*match.span()).shift(value.span.start))
