"""Layout: a text as its tokens, and the white space between them as it is to be. No token changes, no line is joined or split."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pipelint.base.block import Block
from pipelint.base.lean.record import dataclass
from pipelint.base.text.changes import Change
from pipelint.base.text.span import Span
from pipelint.language.syntax_problem import SyntaxProblem

_STEP = 2  # blanks of a level
_BLANKS = b" \t"


class Token(NamedTuple):
    """Bytes that stay as they are: a word, a value with all of its lines, a comment.

    ``level`` is that of its line where it begins one, ``inside`` that of a line after it. ``gap`` are the blanks before it
    where it follows another token on its line; None: those that are there.
    """

    start: int
    end: int
    level: int
    inside: int
    gap: int | None = None
    comment: bool = False


def comment_end(text: bytes, start: int, end: int) -> int:
    """Where a comment ends that may have blanks and the first half of a line end at its end, which are none of it."""
    return start + len(text[start:end].rstrip(b" \t\r"))


@dataclass(frozen=True, slots=True)
class Layout:
    """A text as its engine reads it: what is wrong with it, its sections, its tokens in their order."""

    errors: tuple[SyntaxProblem, ...]
    root: Block
    tokens: Sequence[Token]


class Column:
    """Names of one section and what follows each: in one column if the author wrote all of them so, else after one blank."""

    def __init__(self) -> None:
        self._rows: list[tuple[int, int, int]] = []

    def add(self, index: int, name: bytes, gap: bytes) -> None:
        """A name and the blanks after it, before the token of this number."""
        width = len(name.decode("utf-8", "replace"))
        # Where a tab leads to depends on the editor.
        self._rows.append((index, width, -1 if gap.strip(b" ") else width + len(gap)))

    def align(self, tokens: list[Token]) -> None:
        """Gives the tokens their gaps."""
        column = self._rows[0][2] if len(self._rows) > 1 else -1
        kept = all(width < column == end for _, width, end in self._rows)
        for index, width, _ in self._rows:
            tokens[index] = tokens[index]._replace(gap=column - width if kept else 1)


def changes(text: bytes, tokens: Sequence[Token], *, closed: bool) -> list[Change]:
    """What changes in the white space of a text, in its order; ``closed``: its last line gets a line end if it has none."""
    made: list[Change] = []
    aside, deeper = _Aside(), _commented_out(text, tokens)
    at = line = width = 0
    plain = text.isascii()
    for token in tokens:
        gap = text[at : token.start]
        breaks = gap.count(b"\n")
        if not at or breaks:
            line += breaks
            width = token.level * _STEP + deeper.get(token.start, 0)
            made += _between(text, at, token.start, width)
        elif gap.strip(_BLANKS):
            width += len(gap)
        elif token.comment:
            start = text.rfind(b"\n", 0, token.start) + 1
            aside.add(line, Span(at, token.start), None if b"\t" in text[start : token.start] else token.start - start, width)
        else:
            wanted = len(gap) if token.gap is None else token.gap
            if token.gap is not None and gap != b" " * wanted:
                made.append(Change(Span(at, token.start), b" " * wanted))
            width += wanted
        word = text[token.start : token.end]
        if breaks := word.count(b"\n"):
            line, width, word = line + breaks, 0, word[word.rfind(b"\n") + 1 :]
        width += len(word) if plain else len(word.decode("utf-8", "replace"))
        at = token.end
    made += aside.changes(text)
    if tokens:
        made += _ending(text, at, closed=closed)
    return sorted(made, key=lambda change: change.span.start)


def level_at(text: bytes, tokens: Sequence[Token], at: int) -> int | None:
    """The level of the line of ``at``, which may be empty; None where it begins inside of a token or is a comment."""
    start = text.rfind(b"\n", 0, at) + 1
    end = text.find(b"\n", at)
    level = 0
    for token in tokens:
        if token.start >= start:
            if 0 <= end <= token.start:
                return level
            return None if token.comment else token.level
        if token.end > start:
            return None
        level = token.inside
    return level


def indent_of(level: int) -> bytes:
    """The blanks that a line of a level begins with."""
    return b" " * (level * _STEP)


def _commented_out(text: bytes, tokens: Sequence[Token]) -> dict[int, int]:
    """How many blanks deeper than their level comments stand, by where they begin, that look like code which was commented out.

    They stand on lines in a row, of which the first and the last are at the left edge and others are not.
    """
    found: dict[int, int] = {}
    for run in _runs(text, tokens):
        left = run[0][1]
        if left == run[-1][1] == min(column for _, column in run):
            found |= {start: column - left for start, column in run if column > left}
    return found


def _runs(text: bytes, tokens: Sequence[Token]) -> Iterator[list[tuple[int, int]]]:
    """The comments on lines in a row that nothing else stands on, of one level, each by where it begins and its column."""
    run: list[tuple[int, int]] = []
    end = level = -1
    for token in tokens:
        gap = text[end : token.start] if run else b""
        start = text.rfind(b"\n", 0, token.start) + 1
        alone = token.comment and not text[start : token.start].strip(b" ")
        if run and not (alone and token.level == level and gap.count(b"\n") == 1):
            yield run
            run = []
        if alone:
            run.append((token.start, token.start - start))
        end, level = token.end, token.level
    if run:
        yield run


class _Aside:
    """The comments after something on their lines: those in one column on lines in a row stay so, others stand after a blank."""

    def __init__(self) -> None:
        self._runs: list[list[tuple[int, Span, int | None, int]]] = []

    def add(self, line: int, gap: Span, column: int | None, width: int) -> None:
        """A comment: the number of its line, the blanks before it, where it stood, and where the line before it ends now."""
        row = line, gap, column, width
        last = self._runs[-1][-1] if self._runs else None
        if last is not None and column is not None and last[0] == line - 1 and last[2] == column:
            self._runs[-1].append(row)
        else:
            self._runs.append([row])

    def changes(self, text: bytes) -> Iterator[Change]:
        for run in self._runs:
            least = min(len(gap) for _, gap, _, _ in run) if len(run) > 1 else 0
            column = max(width for *_, width in run) + max(least, 1)
            for _, gap, _, width in run:
                blanks = b" " * (column - width)
                if gap.cut(text) != blanks:
                    yield Change(gap, blanks)


def _between(text: bytes, at: int, start: int, indent: int) -> Iterator[Change]:
    """What changes between two tokens on different lines, or before the first: one empty line is left of several."""
    lines = text[at:start].split(b"\n")
    if any(line.removesuffix(b"\r").strip(_BLANKS) for line in lines[:-1]) or lines[-1].strip(_BLANKS):
        return
    here, empty = at, 0 if at else 1
    for number, line in enumerate(lines[:-1]):
        blanks = line.removesuffix(b"\r")
        if number or not at:
            empty += 1
        if empty > 1:
            yield Change(Span(here, here + len(line) + 1), b"")
        elif blanks:
            yield Change(Span(here, here + len(blanks)), b"")
        here += len(line) + 1
    if lines[-1] != b" " * indent:
        yield Change(Span(here, start), b" " * indent)


def _ending(text: bytes, at: int, *, closed: bool) -> Iterator[Change]:
    """What changes after the last token: the text ends with its line."""
    rest = text[at:]
    if rest.strip(b" \t\r\n"):
        return
    first, found, more = rest.partition(b"\n")
    end = b"\r" if first.endswith(b"\r") else b""
    if first.strip(_BLANKS) not in (b"", b"\r"):
        return
    if not found and closed:
        newline = text.find(b"\n")
        end = b"\r\n" if newline > 0 and text[newline - 1 : newline] == b"\r" else b"\n"
        yield Change(Span(at, len(text)), end)
    elif first != end:
        yield Change(Span(at, at + len(first)), end)
    if more:
        yield Change(Span(at + len(first) + 1, len(text)), b"")
