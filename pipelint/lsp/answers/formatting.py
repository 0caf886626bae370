"""Formatting: of a file, of some of its lines, of the line that is typed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from lsprotocol import types as lsp

from pipelint.base.text.changes import Change, changed_lines, spliced
from pipelint.base.text.document import Document
from pipelint.base.text.span import Span
from pipelint.engines.parts import parts_of
from pipelint.fixes.files import rewrite, start_in_file
from pipelint.fixes.format import NotFormattedError, format_changes
from pipelint.language.layout import indent_of, level_at

if TYPE_CHECKING:
    from pipelint.engines.parts import Parts
    from pipelint.lsp.snapshot import Snapshot


def format_lines(snapshot: Snapshot, lines: lsp.Range | None = None) -> list[lsp.TextEdit]:
    """What formatting changes in the file, or in these of its lines; nothing in a config that cannot be formatted."""
    texts: dict[Document, bytes] = {}
    for document, parts in _documents(snapshot):

        def here(change: Change, document: Document = document) -> bool:
            line = snapshot.positions.position(document.map.to_file(change.span).start).line
            return lines is None or lines.start.line <= line < lines.end.line + (lines.end.character > 0)

        try:
            made = format_changes(document, parts, here)
        except NotFormattedError:
            continue
        if document.text == snapshot.text and document.back is None:
            return _edits(snapshot, made)
        texts[document] = spliced(document.text, made)
    new = next(iter(rewrite(texts).files.values()), snapshot.text)
    return _edits(snapshot, changed_lines(snapshot.text, new))


def indent_line(snapshot: Snapshot, position: lsp.Position) -> list[lsp.TextEdit]:
    """The indentation of the line at a position, also while the config is not complete."""
    offset = snapshot.positions.offset(position)
    found = snapshot.at(offset)
    if found is None:
        return []
    checked, place = found
    document, data = place.document, snapshot.text
    layout = parts_of(checked.config).layout(document)
    level = None if layout is None else level_at(document.text, layout.tokens, place.span.start)
    before = _indent_of_host(document)
    if level is None or before is None:
        return []
    start = data.rfind(b"\n", 0, offset) + 1
    line = data[start:].partition(b"\n")[0]
    if b"\r" in line.removesuffix(b"\r"):
        return []
    blanks = Span(start, start + len(line) - len(line.lstrip(b" \t")))
    wanted = before + indent_of(level)
    return [] if blanks.cut(data) == wanted else _edits(snapshot, [Change(blanks, wanted)])


def _documents(snapshot: Snapshot) -> Iterator[tuple[Document, Parts]]:
    """The texts of configs in the file, each once."""
    seen: set[int] = set()
    for checked in snapshot.checked:
        for document in checked.config.documents:
            start = start_in_file(document)
            if snapshot.holds(document) and document.file.data == snapshot.text and start not in seen:
                seen.add(start)
                yield document, parts_of(checked.config)


def _indent_of_host(document: Document) -> bytes | None:
    """The blanks that all lines of a document have before them in its file; None where something else stands there."""
    if document.back is not None:
        return None
    text = document.text
    first = text.rfind(b"\n", 0, len(text) - len(text.lstrip())) + 1
    at = document.map.to_file(Span(first, first)).start
    before = document.file.data[document.file.data.rfind(b"\n", 0, at) + 1 : at]
    return None if before.strip(b" ") else before


def _edits(snapshot: Snapshot, changes: Sequence[Change]) -> list[lsp.TextEdit]:
    return [lsp.TextEdit(snapshot.positions.range(change.span), change.text.decode("utf-8", "replace")) for change in changes]
