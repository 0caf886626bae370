"""Workspace symbols: stages and names of all configs in the folders that the editor has open."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from lsprotocol import types as lsp

from pipelint.checker.loading import load_found
from pipelint.engines.parts import parts_of
from pipelint.engines.registry import ENGINES
from pipelint.graph.stage import Kind
from pipelint.lsp.answers.navigate.calls import title
from pipelint.lsp.answers.outline import kind_of
from pipelint.lsp.diagnostics import location, location_on_disk
from pipelint.report.look import secrets_of
from pipelint.sources import Collected, Unknown, collect

if TYPE_CHECKING:
    from pipelint.base.text.document import Place
    from pipelint.language.config import Config
    from pipelint.lsp.snapshot import Snapshot
    from pipelint.lsp.waiting import Step

# An editor asks anew with each letter, and shows few.
_MOST = 1_000


Apart: TypeAlias = "Callable[[Callable[[], Any]], Awaitable[Any]]"
_Named = tuple[str, lsp.SymbolKind, lsp.Location, str]


async def symbols(
    query: str, opened: AsyncIterator[tuple[str, Snapshot]], apart: Apart, folders: Sequence[str], encoding: str, step: Step
) -> list[lsp.WorkspaceSymbol]:
    """Those whose name holds all words of the query, in any case: of the open files, and of others in the folders.

    What is read from disk is read by ``apart``, in turns; between two configs ``step`` is told.
    """
    words = query.lower().split()
    found: dict[tuple[str, str, int, int], lsp.WorkspaceSymbol] = {}
    async for name, kind, where, around in _all(opened, apart, folders, encoding, step):
        start = where.range.start
        if all(word in name.lower() for word in words):
            key = name, where.uri, start.line, start.character
            found.setdefault(key, lsp.WorkspaceSymbol(where, name, kind, container_name=around))
        if len(found) >= _MOST:
            break
    return list(found.values())


async def _all(
    opened: AsyncIterator[tuple[str, Snapshot]], apart: Apart, folders: Sequence[str], encoding: str, step: Step
) -> AsyncIterator[_Named]:
    paths = set[str]()
    async for uri, snapshot in opened:
        paths.add(os.path.realpath(snapshot.path))
        for checked in snapshot.shown:
            for name, kind, place in _named(checked.config):
                if snapshot.holds(place.document):
                    yield name, kind, location(place, snapshot, uri, encoding), checked.config.name
    entries = (await apart(partial(collect, folders, ENGINES, unknown=Unknown.SKIPPED))).entries
    for number, entry in enumerate(entries):
        step(number, len(entries))
        for config in (await apart(partial(load_found, Collected((entry,))))).configs:
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
