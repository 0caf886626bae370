"""Document links: what a config includes or names."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol import types as lsp

from pipelint.engines.parts import parts_of
from pipelint.lsp.answers.navigate.found import start_of

if TYPE_CHECKING:
    from pipelint.language.editing import Link
    from pipelint.lsp.snapshot import Snapshot


def links(snapshot: Snapshot, uri: str) -> list[lsp.DocumentLink]:
    """The places of the file that name one other file, or one other text of this file."""
    found: dict[tuple[int, int], lsp.DocumentLink] = {}
    for checked in snapshot.shown:
        for link in parts_of(checked.config).editing.links(checked.config):
            targets = list(_targets(link, snapshot, uri))
            if snapshot.holds(link.place.document) and len(targets) == 1:
                span = link.place.file_span
                found[span.start, span.end] = lsp.DocumentLink(snapshot.positions.range(span), targets[0])
    return [found[key] for key in sorted(found)]


def _targets(link: Link, snapshot: Snapshot, uri: str) -> Iterator[str]:
    for document in link.documents:
        there = start_of(document, snapshot, uri)
        # As editors have it: the first line is 1.
        yield f"{uri}#L{there.range.start.line + 1}" if snapshot.holds(document) else there.uri
    yield from (Path(path).absolute().as_uri() for path in link.paths)
