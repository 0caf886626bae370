"""Styled lines in colour, on a terminal, by rich."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TextIO

from rich.console import Console
from rich.style import Style
from rich.text import Text

from pipelint.base.disk.asked import environment
from pipelint.report.printing.styled import Line, Piece, Role

# The terminal's own sixteen colours: they suit whatever background its owner chose.
_STYLES = {
    Role.TEXT: "",
    Role.STRONG: "bold",
    Role.FAINT: "dim",
    Role.ERROR: "bold red",
    Role.WARNING: "bold yellow",
    Role.INFO: "bold cyan",
    Role.GOOD: "green",
    Role.GUTTER: "blue",
    Role.OLD: "red",
    Role.NEW: "green",
}


def print_rich(lines: Iterable[Line], stream: TextIO) -> None:
    """Writes the text of ``render_plain`` to ``stream``, with colours; on a terminal also with links (OSC 8)."""
    environment()
    console = Console(file=stream, force_terminal=True, highlight=False, emoji=False, markup=False)
    encoding, links = stream.encoding or "utf-8", stream.isatty()
    for line in lines:
        text = Text()
        for piece in line:
            text.append(piece.text.encode(encoding, "replace").decode(encoding), _style(piece, links=links))
        text.rstrip()
        console.print(text, soft_wrap=True)


def _style(piece: Piece, *, links: bool) -> Style:
    style = Style.parse(_STYLES[piece.role])
    return style + Style(link=piece.link) if links and piece.link else style
