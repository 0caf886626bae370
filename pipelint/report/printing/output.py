"""Output: writes styled lines, in colour where somebody looks at a terminal that shows it, plain everywhere else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, TextIO

from pipelint.base.disk.asked import terminal, variable
from pipelint.base.lean.late import late
from pipelint.report.look import ROWS, WIDTH, Look, cells
from pipelint.report.printing.plain import render_plain
from pipelint.report.printing.styled import Line, Piece

if TYPE_CHECKING:
    from pipelint.checker import Checked

# Nothing is read with fewer columns.
_LEAST = 40
_INDENT = 4
# A word with the blanks before it.
_WORD = late(r" *[^ ]+| +")


def look_of(stream: TextIO, checked: Iterable[Checked] = (), rows: int = ROWS) -> Look:
    """How to show text on ``stream`` that may quote these configs."""
    return Look(stream.encoding or "utf-8", columns(stream), tuple(one.config for one in checked), rows)


def columns(stream: TextIO) -> int:
    """Columns of what shows ``stream``: as COLUMNS says, else the terminal; ``WIDTH`` for a file or a pipe."""
    said = variable("COLUMNS") or ""
    if said.isascii() and said.isdecimal() and int(said):
        return max(_LEAST, int(said))
    try:
        return max(_LEAST, terminal(stream.fileno())) if stream.isatty() else WIDTH
    except (OSError, ValueError):
        return WIDTH


def wants_colour(stream: TextIO) -> bool:
    """Whether to write colours: to a terminal that is not dumb, or where FORCE_COLOR is set, never with NO_COLOR.

    Both count when set to anything but nothing (no-color.org, force-color.org).
    """
    if variable("NO_COLOR"):
        return False
    if variable("FORCE_COLOR"):
        return True
    return stream.isatty() and variable("TERM") != "dumb"


def write(lines: Iterable[Line], stream: TextIO) -> None:
    """Writes ``lines`` to ``stream``; a character that its encoding lacks becomes ``?``.

    On a terminal what is too long for it goes on in the next row. In files and pipes a line stays one: programs read it.
    """
    if stream.isatty():
        width = columns(stream)
        lines = (row for each in lines for row in rows_of(each, width))
    if wants_colour(stream):
        from pipelint.report.printing.rich_text import print_rich

        print_rich(lines, stream)
    else:
        stream.write(render_plain(lines, stream.encoding or "utf-8"))


def rows_of(whole: Line, width: int) -> Iterator[Line]:
    """A line in rows of at most ``width`` columns, broken at blanks, the further ones indented. A longer word stands alone."""
    text = "".join(piece.text for piece in whole)
    if cells(text) <= width:
        yield whole
        return
    indent = " " * min(_INDENT + len(text) - len(text.lstrip(" ")), width // 2)
    row: list[Piece] = []
    used = 0
    for word in _words(whole):
        said = "".join(piece.text for piece in word)
        if row and used + cells(said.rstrip(" ")) > width and said.strip(" "):
            yield tuple(row)
            row, used = [Piece(indent)], len(indent)
            first, *rest = word
            word = [Piece(first.text.lstrip(" "), first.role, first.link), *rest]
            said = said.lstrip(" ")
        row += word
        used += cells(said)
    yield tuple(row)


def _words(whole: Line) -> Iterator[list[Piece]]:
    """The words of a line, each with the blanks before it, and in pieces where it has several roles."""
    word: list[Piece] = []
    for piece in whole:
        for text in _WORD.findall(piece.text):
            if word and (text.startswith(" ") or word[-1].text.endswith(" ")):
                yield word
                word = []
            word.append(Piece(text, piece.role, piece.link))
    yield word
