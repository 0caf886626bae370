"""Go to definition and references: names that the engine of a config knows, and what is included."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol import types as lsp

from pipelint.base.text.document import Document, Place
from pipelint.base.text.span import Span
from pipelint.engines.parts import parts_of
from pipelint.language.cursor import within
from pipelint.language.editing import Symbol
from pipelint.lsp.answers.neighbours import containing
from pipelint.lsp.diagnostics import location

if TYPE_CHECKING:
    from pipelint.language.config import Config
    from pipelint.lsp.snapshot import Snapshot


def definitions(snapshot: Snapshot, position: lsp.Position, uri: str, encoding: str) -> list[lsp.Location]:
    """Where the name at a position is defined, or what an include there includes."""
    offset = snapshot.positions.offset(position)
    found = snapshot.at(offset)
    if found is None:
        configs = [checked.config for checked in snapshot.shown]
        files = (file for config in configs for file in parts_of(config).editing.files_at(config, snapshot.path, offset))
        return list(map(_beginning, files))
    checked, place = found
    here = _at(checked.config, place)
    if here is None:
        documents = parts_of(checked.config).editing.included(checked.config, place)
        return [_start(document, snapshot, uri) for document in documents]
    own = [s.place for s in _same(here, checked.config) if s.defines]
    return _locations(own or [s.place for s in _elsewhere(here, checked.config, snapshot) if s.defines], snapshot, uri, encoding)


def references(snapshot: Snapshot, position: lsp.Position, uri: str, encoding: str, *, declaration: bool) -> list[lsp.Location]:
    """Where the name at a position is used; with ``declaration`` also where it is defined."""
    found = snapshot.at(snapshot.positions.offset(position))
    here = None if found is None else _at(found[0].config, found[1])
    if found is None or here is None:
        return []
    same = [*_same(here, found[0].config), *_elsewhere(here, found[0].config, snapshot)]
    return _locations([s.place for s in same if declaration or not s.defines], snapshot, uri, encoding)


def _locations(places: Iterable[Place], snapshot: Snapshot, uri: str, encoding: str) -> list[lsp.Location]:
    """The places, each once: a file that is included twice has the same ones twice."""
    found = {(place.document.file.path, place.file_span): place for place in places}
    return [location(place, snapshot, uri, encoding) for place in found.values()]


def _same(here: Symbol, config: Config) -> Iterator[Symbol]:
    return (s for s in _symbols(config) if (s.kind, s.name) == (here.kind, here.name))


def _elsewhere(here: Symbol, config: Config, snapshot: Snapshot) -> Iterator[Symbol]:
    """The same name in other files of the configs on disk that this file is a part of."""
    if here.kind == "id" or config.entry.kubernetes:
        return
    own = os.path.realpath(snapshot.path)
    for whole in containing(snapshot.path):
        yield from (s for s in _same(here, whole) if os.path.realpath(s.place.document.file.path) != own)


def _at(config: Config, place: Place) -> Symbol | None:
    return next((s for s in _symbols(config) if within(s.place, place)), None)


def _symbols(config: Config) -> Iterator[Symbol]:
    return parts_of(config).editing.symbols(config)


def _start(document: Document, snapshot: Snapshot, uri: str) -> lsp.Location:
    if snapshot.holds(document):
        return lsp.Location(uri, snapshot.positions.range(document.map.to_file(Span(0, 0))))
    return _beginning(document.file.path)


def _beginning(path: str) -> lsp.Location:
    zero = lsp.Position(0, 0)
    return lsp.Location(Path(path).absolute().as_uri(), lsp.Range(zero, zero))
