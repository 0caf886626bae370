"""Found: what stands at a place of a config, and where it leads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol import types as lsp

from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Document, Place
from pipelint.base.text.span import Span
from pipelint.lsp.diagnostics import location

if TYPE_CHECKING:
    from pipelint.lsp.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class Page:
    """A text that is in no file: its name, what it says, and the line (from 0) to look at."""

    name: str
    text: str
    line: int = 0


@dataclass(frozen=True, slots=True)
class Found:
    """Where what stands ``here`` is ``defined``, or comes from, where it is ``used``, or goes to, and where it is ``declared``.

    What is declared is one of its uses to who asks for them with it. ``page`` is where it is defined outside of all files.
    """

    here: Place
    defined: tuple[Place, ...]
    used: tuple[Place, ...]
    declared: tuple[Place, ...]
    page: Page | None = None


def locations(places: Iterable[Place], snapshot: Snapshot, uri: str, encoding: str) -> list[lsp.Location]:
    """The places, each once: a file that is included twice has the same ones twice. Nothing of a sealed text."""
    found = {(place.document.file.path, place.file_span): place for place in places if not place.document.sealed}
    return [location(place, snapshot, uri, encoding) for place in found.values()]


def start_of(document: Document, snapshot: Snapshot, uri: str) -> lsp.Location:
    """Where a document begins."""
    if snapshot.holds(document):
        return lsp.Location(uri, snapshot.positions.range(document.map.to_file(Span(0, 0))))
    return beginning_of(document.file.path)


def beginning_of(path: str) -> lsp.Location:
    """Where a file begins."""
    zero = lsp.Position(0, 0)
    return lsp.Location(Path(path).absolute().as_uri(), lsp.Range(zero, zero))


def distinct(places: Iterable[Place]) -> tuple[Place, ...]:
    """Each place once, in their order."""
    return tuple({(id(place.document), place.span): place for place in places}.values())


def here_in(snapshot: Snapshot, places: Iterable[Place]) -> Iterator[Place]:
    """Those of the places that are in the file."""
    return (place for place in places if snapshot.holds(place.document))
