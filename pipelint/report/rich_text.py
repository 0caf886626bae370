"""Styled lines in colour, on a terminal, by rich."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TextIO

from rich.console import Console
from rich.text import Text

from pipelint.base.disk.asked import environment
from pipelint.report.styled import Line, Role

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
    """Writes the text of ``render_plain`` to ``stream``, with colours; the terminal wraps what is too long for it."""
    environment()
    console = Console(file=stream, force_terminal=True, highlight=False, emoji=False, markup=False)
    encoding = stream.encoding or "utf-8"
    for line in lines:
        text = Text()
        for piece in line:
            text.append(piece.text.encode(encoding, "replace").decode(encoding), _STYLES[piece.role])
        text.rstrip()
        console.print(text, soft_wrap=True)
