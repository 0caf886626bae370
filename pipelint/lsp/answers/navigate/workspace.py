"""Workspace symbols: stages and names of all configs in the folders that the editor has open."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from lsprotocol import types as lsp

from pipelint.checker.loading import load
from pipelint.engines.parts import parts_of
from pipelint.graph.stage import Kind
from pipelint.lsp.answers.navigate.calls import title
from pipelint.lsp.answers.outline import kind_of
from pipelint.lsp.diagnostics import location, location_on_disk
from pipelint.report.look import secrets_of
from pipelint.sources.entry import Unknown

if TYPE_CHECKING:
    from pipelint.base.text.document import Place
    from pipelint.language.config import Config
    from pipelint.lsp.snapshot import Snapshot

# An editor asks anew with each letter, and shows few.
_MOST = 1_000


_Named = tuple[str, lsp.SymbolKind, lsp.Location, str]


def symbols(
    query: str, opened: Sequence[tuple[str, Snapshot]], folders: Iterable[str], encoding: str
) -> list[lsp.WorkspaceSymbol]:
    """Those whose name holds all words of the query, in any case: of the open files, and of others in the folders."""
    words = query.lower().split()
    found: dict[tuple[str, str, int, int], lsp.WorkspaceSymbol] = {}
    for name, kind, where, around in _all(opened, folders, encoding):
        start = where.range.start
        if all(word in name.lower() for word in words):
            key = name, where.uri, start.line, start.character
            found.setdefault(key, lsp.WorkspaceSymbol(where, name, kind, container_name=around))
        if len(found) >= _MOST:
            break
    return list(found.values())


def _all(opened: Sequence[tuple[str, Snapshot]], folders: Iterable[str], encoding: str) -> Iterator[_Named]:
    for uri, snapshot in opened:
        for checked in snapshot.shown:
            for name, kind, place in _named(checked.config):
                if snapshot.holds(place.document):
                    yield name, kind, location(place, snapshot, uri, encoding), checked.config.name
    paths = {os.path.realpath(snapshot.path) for _, snapshot in opened}
    for config in load(list(folders), unknown=Unknown.SKIPPED).configs:
        for name, kind, place in _named(config):
            if os.path.realpath(place.document.file.path) not in paths:
                yield name, kind, location_on_disk(place, encoding), config.name


def _named(config: Config) -> Iterator[tuple[str, lsp.SymbolKind, Place]]:
    """The stages but for parts of others, and the names that are defined."""
    hide = secrets_of((config,)).prose
    for stage in config.graph.stages:
        if stage.parent is None or stage.kind is Kind.OUTPUT:
            yield hide(title(stage)), kind_of(stage.block.name, stage), stage.place
    for symbol in parts_of(config).editing.symbols(config):
        if symbol.defines:
            yield f"{symbol.kind} {hide(symbol.name)}", lsp.SymbolKind.Key, symbol.place
