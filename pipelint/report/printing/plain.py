"""Styled lines as plain text."""

from __future__ import annotations

from collections.abc import Iterable

from pipelint.report.printing.styled import Line


def render_plain(lines: Iterable[Line], encoding: str = "utf-8") -> str:
    """``lines``, each with a line feed; a character that ``encoding`` lacks becomes ``?``."""
    text = "".join("".join(piece.text for piece in line).rstrip() + "\n" for line in lines)
    return text if text.isascii() else text.encode(encoding, "replace").decode(encoding)
