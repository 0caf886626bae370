"""Writes suppression comments: where in a text one can stand that hides what is found at a place."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Iterable, Sequence

from pipelint.base.finding import Edit
from pipelint.base.text.document import Document, Place
from pipelint.base.text.lines import lines_of
from pipelint.base.text.span import Span


def comment_above(place: Place, codes: Sequence[str], held: Iterable[Place]) -> Edit | None:
    """A comment on a line of its own above a place, indented like its line; None where that would be inside of a value.

    ``held``: the values of the config, of which what looks like a comment is a part.
    """
    document = place.document
    lines = lines_of(document.text)
    start = lines.start(lines.line(place.span.start))
    at = len(BOM_UTF8) if start == 0 and document.text.startswith(BOM_UTF8) else start
    if any(value.document is document and value.span.start < at < value.span.end for value in held):
        return None
    content = lines.content(lines.line(at))[at - start :]
    return _comment(document, at, content[: len(content) - len(content.lstrip())], f"ignore[{', '.join(codes)}]")


def comment_on_top(document: Document, codes: Sequence[str]) -> Edit:
    """A comment in the first line that is for the whole document."""
    at = len(BOM_UTF8) if document.text.startswith(BOM_UTF8) else 0
    return _comment(document, at, b"", f"ignore-file[{', '.join(codes)}]")


def _comment(document: Document, at: int, indent: bytes, word: str) -> Edit:
    end = "\r\n" if b"\r\n" in document.text else "\n"
    return Edit(document, Span(at, at), f"{indent.decode('utf-8', 'replace')}# pipelint: {word}{end}")
