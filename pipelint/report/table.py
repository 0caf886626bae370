"""Tables: rows under heads, as text and as Markdown."""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.lean.record import dataclass
from pipelint.report.look import Look, cells
from pipelint.report.printing.styled import Line, Piece, Role, line

# Columns of a name that have to fit; the rest of it goes into the next row.
_NAME = 36


@dataclass(frozen=True, slots=True)
class Table:
    """``heads`` of columns, those of numbers after a ``>``; ``rows`` of as many texts, and perhaps a ``total`` below them.

    ``spare``: columns that are left out, one after another, where the table is too wide.
    """

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    total: tuple[str, ...] = ()
    spare: tuple[int, ...] = ()

    def lines(self, look: Look) -> Iterator[Line]:
        """As text, columns two blanks apart; without heads only the rows. The last column may be of any width."""
        heads = tuple(head.removeprefix(">") for head in self.heads)
        shown = [tuple(map(look.shown, row)) for row in (heads, *self.rows, self.total) if row]
        widths = [max(map(cells, column)) for column in zip(*shown, strict=True)]
        columns = list(range(len(widths)))
        for each in self.spare:
            if sum(min(widths[at], _NAME) + 2 for at in columns) > look.width:
                columns.remove(each)
        for number, row in enumerate(shown):
            if any(row):
                role = Role.FAINT if number == 0 else Role.STRONG if self.total and number == len(shown) - 1 else Role.TEXT
                yield line(Piece("  ".join(self._padded(at, row[at], widths[at]) for at in columns), role))

    def _padded(self, at: int, text: str, width: int) -> str:
        blanks = " " * (width - cells(text))
        return blanks + text if self.heads[at].startswith(">") else text + blanks

    def markdown(self) -> str:
        """As Markdown, with a line end."""
        # Imported here: a table on a terminal needs none of it.
        from pipelint.report.markdown import as_text

        rules = ["---:" if head.startswith(">") else "---" for head in self.heads]
        heads, *rows = (tuple(map(as_text, row)) for row in (tuple(h.removeprefix(">") for h in self.heads), *self.rows))
        total = [tuple(text and f"**{as_text(text)}**" for text in self.total)] if self.total else []
        return "".join(f"| {' | '.join(row)} |\n" for row in (heads, rules, *rows, *total))
