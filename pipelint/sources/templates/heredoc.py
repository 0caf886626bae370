"""Heredocs: texts between a mark and the line that repeats it, as Terraform and shells have them."""

from __future__ import annotations

from pipelint.base.lean.record import dataclass
from pipelint.base.text.sourcemap import SourceMap
from pipelint.base.text.span import Span
from pipelint.sources.templates.maps import composed
from pipelint.sources.templates.texts import TextFolder

MAX_HEREDOCS = 500
"""Of a file."""


@dataclass(frozen=True, slots=True)
class Heredoc:
    """One text: the lines at ``span``, what they are called, the number of the line before them.

    ``stripped``: which characters are taken away before each line: blanks as far as all lines have them, tabs all of them.
    """

    span: Span
    name: str
    line: int
    stripped: bytes = b""


def heredoc_folder(heredoc: Heredoc, source: SourceMap) -> TextFolder:
    """A text of a heredoc, in one reading."""
    called = f"heredoc {heredoc.name}".rstrip() + f" in line {heredoc.line}"
    name = heredoc.name or "<heredoc>"
    return TextFolder("", "", {name: source}, where={name: called})


def heredoc_map(source: SourceMap, heredoc: Heredoc) -> SourceMap:
    """The text of a heredoc that stands in the text of ``source``, with its map to the file."""
    text = heredoc.span.cut(source.text)
    lines = text.splitlines(keepends=True)
    depths = [len(line) - len(line.lstrip(heredoc.stripped)) for line in lines if line.strip()] if heredoc.stripped else []
    most = min(depths, default=0) if b" " in heredoc.stripped else len(text)
    pieces: list[tuple[bytes, Span]] = []
    at = heredoc.span.start
    for line in lines:
        gone = min(most, len(line) - len(line.lstrip(heredoc.stripped))) if heredoc.stripped else 0
        if gone < len(line):
            pieces.append((line[gone:], Span(at + gone, at + len(line))))
        at += len(line)
    return composed(source, pieces)
