"""Texts: what the client has open, kept in step with its changes.

pygls could keep them too, but it ends lines wherever Python's ``splitlines`` does (at a form feed, at U+2028), which neither the
protocol nor an editor does, moves positions that it takes for too large, and knows files by another spelling of their URI.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lsprotocol import types as lsp

from pipelint.lsp.positions import Positions


@dataclass(frozen=True, slots=True)
class Text:
    """One version of an open file."""

    data: bytes
    version: int | None


class Texts:
    """The open files by the URI that the client uses. ``encoding`` of a change is the unit of its positions."""

    def __init__(self) -> None:
        self._texts: dict[str, Text] = {}

    def __iter__(self) -> Iterator[str]:
        return iter(list(self._texts))

    def get(self, uri: str) -> Text | None:
        """The text of an open file; None for another one."""
        return self._texts.get(uri)

    def open(self, uri: str, text: str, version: int | None) -> None:
        """A file was opened."""
        self._texts[uri] = Text(_encoded(text), version)

    def change(self, uri: str, version: int | None, changes: Sequence[lsp.TextDocumentContentChangeEvent], encoding: str) -> None:
        """A file was changed, step by step; nothing happens to one that is not open."""
        known = self._texts.get(uri)
        if known is None:
            return
        data = known.data
        for change in changes:
            new = _encoded(change.text)
            if isinstance(change, lsp.TextDocumentContentChangePartial):
                span = Positions(data, encoding).span(change.range)
                data = data[: span.start] + new + data[span.end :]
            else:
                data = new
        self._texts[uri] = Text(data, version)

    def close(self, uri: str) -> None:
        """A file was closed."""
        self._texts.pop(uri, None)


def _encoded(text: str) -> bytes:
    # Half of a surrogate pair is no text: it becomes a question mark, which has the same length in UTF-16.
    return text.encode("utf-8", "replace")
