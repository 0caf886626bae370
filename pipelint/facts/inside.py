"""Places inside a value: from a span of the text that the engine reads to where it is written."""

from __future__ import annotations

from functools import lru_cache

from pipelint.base.text.document import Place
from pipelint.base.text.span import Span

_QUOTES = "\"'"


def inside(place: Place, text: str, span: Span) -> Place:
    """Where bytes ``span`` of ``text`` stand in ``place``, which holds it as written: plain, or in quotes with escapes.

    All of ``place`` where how it is written does not tell.
    """
    written = place.text
    quote = written[:1]
    if written == text:
        return _part(place, span)
    if len(written) >= 2 and quote in _QUOTES and written.endswith(quote):
        if written[1:-1] == text:
            return _part(place, span.shift(1))
        edges = _edges(written[1:-1], text, quote)
        if edges is not None:
            return _part(place, Span(edges[span.start], edges[span.end]).shift(1))
    return place


def _part(place: Place, span: Span) -> Place:
    return Place(place.document, span.shift(place.span.start))


@lru_cache(maxsize=4)
def _edges(written: str, text: str, quote: str) -> list[int] | None:
    """By each byte of ``text``, and its end, the byte of ``written`` at which it stands; None where they do not agree.

    A backslash and what is after it stand for one character; in single quotes only before a quote or a backslash.
    """
    edges: list[int] = []
    at = byte = 0
    for char in text:
        taken = written[at : at + 1]
        if taken == "\\" and (quote == '"' or written[at + 1 : at + 2] in ("'", "\\")):
            taken = written[at : at + 2]
        elif taken != char:
            return None
        edges += [byte] * len(char.encode())
        at += len(taken)
        byte += len(taken.encode())
    return [*edges, byte] if at == len(written) else None
