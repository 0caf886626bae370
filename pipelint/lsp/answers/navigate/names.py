"""Go to definition, references and highlights: names that the engine of a config knows, and where events and fields go."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from lsprotocol import types as lsp

from pipelint.engines.parts import parts_of
from pipelint.language.cursor import document_offset, within
from pipelint.lsp.answers.navigate.fields import field_at
from pipelint.lsp.answers.navigate.found import Found, Page, beginning_of, distinct, here_in, locations, start_of
from pipelint.lsp.answers.navigate.groks import grok_at
from pipelint.lsp.answers.navigate.neighbours import containing
from pipelint.lsp.answers.navigate.stages import flow_at, stage_at

if TYPE_CHECKING:
    from pipelint.base.text.document import Place
    from pipelint.language.config import Config
    from pipelint.language.editing import Symbol
    from pipelint.lsp.snapshot import Snapshot

Finder = Callable[["Config", "Place"], "Found | None"]


def definitions(
    snapshot: Snapshot, position: lsp.Position, uri: str, encoding: str, shown: Callable[[Page], str]
) -> list[lsp.Location]:
    """Where the name at a position is defined, what feeds the stage there, or what an include there includes.

    ``shown`` gives the URI of a text that is in no file.
    """
    offset = snapshot.positions.offset(position)
    at = snapshot.at(offset)
    if at is None:
        configs = [checked.config for checked in snapshot.shown]
        files = (file for config in configs for file in parts_of(config).editing.files_at(config, snapshot.path, offset))
        return list(map(beginning_of, files))
    config, place = at[0].config, at[1]
    found = found_at(config, place)
    if found is None:
        return [start_of(document, snapshot, uri) for document in parts_of(config).editing.included(config, place)]
    if found.page is not None:
        zero = lsp.Position(found.page.line, 0)
        return [lsp.Location(shown(found.page), lsp.Range(zero, zero))]
    elsewhere = () if found.defined else _elsewhere(found, config, snapshot, offset)
    places = [*found.defined, *(place for each in elsewhere for place in each.defined)]
    return locations(places, snapshot, uri, encoding)


def references(snapshot: Snapshot, position: lsp.Position, uri: str, encoding: str, *, declaration: bool) -> list[lsp.Location]:
    """Where the name at a position is used, or what takes the events of the stage there.

    With ``declaration`` also where it is declared.
    """
    offset = snapshot.positions.offset(position)
    at = snapshot.at(offset)
    own = None if at is None else found_at(at[0].config, at[1])
    if at is None or own is None:
        return []
    found = [own, *_elsewhere(own, at[0].config, snapshot, offset)]
    places = [place for each in found for place in (*each.used, *(each.declared if declaration else ()))]
    order = {id(document): n for n, document in enumerate(at[0].config.documents)}
    places.sort(key=lambda place: (order.get(id(place.document), len(order)), place.span.start))
    return locations(places, snapshot, uri, encoding)


def highlights(snapshot: Snapshot, position: lsp.Position) -> list[lsp.DocumentHighlight]:
    """Where the file has what stands at a position: what makes it as written, what takes it as read."""
    at = snapshot.at(snapshot.positions.offset(position))
    found = None if at is None else found_at(at[0].config, at[1])
    if found is None:
        return []
    write, read = lsp.DocumentHighlightKind.Write, lsp.DocumentHighlightKind.Read
    kinds = {place.file_span: read for place in here_in(snapshot, (found.here, *found.used))}
    kinds |= {place.file_span: write for place in here_in(snapshot, (*found.defined, *found.declared))}
    return [lsp.DocumentHighlight(snapshot.positions.range(span), kinds[span]) for span in sorted(kinds)]


def found_at(config: Config, place: Place) -> Found | None:
    """What stands at a place, None where nothing leads anywhere."""
    return next((found for find in _FINDERS if (found := find(config, place)) is not None), None)


def symbol_at(config: Config, place: Place) -> Symbol | None:
    """The name that a place is in."""
    return next((s for s in parts_of(config).editing.symbols(config) if within(s.place, place)), None)


def _named(config: Config, place: Place) -> Found | None:
    here = symbol_at(config, place)
    if here is None:
        return None
    named, flow = _found(here, list(_same(here, config))), flow_at(config, place)
    if flow is None:
        return named
    # A name of events: they come and go by patterns, too. A stage that has the name is there already.
    there = {stage.place for each in named.used if (stage := stage_at(config, each)) is not None}
    used = distinct((*named.used, *(each for each in flow.used if each not in there)))
    return Found(here.place, named.defined or flow.defined, used, named.declared)


def _found(here: Symbol, same: list[Symbol]) -> Found:
    defined = distinct(symbol.place for symbol in same if symbol.defines)
    return Found(here.place, defined, distinct(symbol.place for symbol in same if not symbol.defines), defined)


def _same(here: Symbol, config: Config) -> Iterator[Symbol]:
    return (s for s in parts_of(config).editing.symbols(config) if (s.kind, s.name) == (here.kind, here.name))


def wholes_at(config: Config, snapshot: Snapshot, offset: int) -> Iterator[tuple[Config, Place | None]]:
    """The configs on disk that this file is a part of, each with the place of a byte in it; None where it is not as on disk."""
    own = os.path.realpath(snapshot.path)
    for one in [] if config.entry.kubernetes else containing(snapshot.path):
        for document in one.documents:
            if os.path.realpath(document.file.path) == own:
                yield one, document_offset(document, offset) if document.file.data == snapshot.text else None
                break


def _elsewhere(found: Found, config: Config, snapshot: Snapshot, offset: int) -> Iterator[Found]:
    """The same in the configs on disk that this file is a part of: names in their other files, else all of it."""
    here = symbol_at(config, found.here)
    if here is not None and here.kind == "id":
        return
    own = os.path.realpath(snapshot.path)
    for one, place in wholes_at(config, snapshot, offset):
        if here is not None:
            yield _found(here, [s for s in _same(here, one) if os.path.realpath(s.place.document.file.path) != own])
        elif place is not None and (there := found_at(one, place)) is not None:
            yield there


_FINDERS: tuple[Finder, ...] = (_named, grok_at, field_at, flow_at)
