"""Go to definition and references: labels, ids, includes, and the addresses of Logstash pipelines."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from lsprotocol import types as lsp

from pipelint.base.block import Block
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Place
from pipelint.lsp.answers.includes import included, path_configs
from pipelint.lsp.answers.neighbours import containing
from pipelint.lsp.diagnostics import location

if TYPE_CHECKING:
    from pipelint.language.config import Config
    from pipelint.lsp.snapshot import Snapshot

LABEL_PARAMS = ("@label", "timeout_label", "emit_error_label")
"""Parameters whose value is the name of a label."""


@dataclass(frozen=True, slots=True)
class Symbol:
    """A name that is defined in one place and used in others. ``kind`` is label, id or address."""

    kind: str
    name: str
    place: Place
    defines: bool


def definitions(snapshot: Snapshot, position: lsp.Position, uri: str, encoding: str) -> list[lsp.Location]:
    """Where the name at a position is defined, or what an include there includes."""
    offset = snapshot.positions.offset(position)
    found = snapshot.at(offset)
    if found is None:
        return list(path_configs(snapshot, offset))
    checked, place = found
    here = _at(checked.config, place)
    if here is None:
        return list(included(checked.config, place, snapshot, uri))
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
    return (s for s in symbols(config) if (s.kind, s.name) == (here.kind, here.name))


def _elsewhere(here: Symbol, config: Config, snapshot: Snapshot) -> Iterator[Symbol]:
    """The same name in other files of the configs on disk that this file is a part of."""
    if here.kind == "id" or config.entry.kubernetes:
        return
    own = os.path.realpath(snapshot.path)
    for whole in containing(snapshot.path):
        yield from (s for s in _same(here, whole) if os.path.realpath(s.place.document.file.path) != own)


def _at(config: Config, place: Place) -> Symbol | None:
    return next((s for s in symbols(config) if _within(s.place, place)), None)


def _within(outer: Place, place: Place) -> bool:
    return outer.document is place.document and outer.span.start <= place.span.start <= outer.span.end


def symbols(config: Config) -> Iterator[Symbol]:
    """All labels, ids and addresses of a config, where they are defined and where they are used."""
    for block in config.root.walk():
        if config.engine.name == "fluentd":
            yield from _fluentd(block)
        else:
            yield from _logstash(block)


def _fluentd(block: Block) -> Iterator[Symbol]:
    if block.name == "label":
        yield Symbol("label", block.arg, block.arg_place, True)
    for param in block.params.values():
        if param.name in LABEL_PARAMS and param.value.startswith("@"):
            yield Symbol("label", param.value, param.place, False)
        elif param.name == "@id":
            yield Symbol("id", param.value, param.place, True)
        elif param.name == "plugin_id":
            yield Symbol("id", param.value, param.place, False)


def _logstash(block: Block) -> Iterator[Symbol]:
    named = block.param("id")
    if named is not None:
        yield Symbol("id", named.value, named.place, True)
    if block.name != "pipeline":
        return
    address, send_to = block.param("address"), block.param("send_to")
    if address is not None:
        yield Symbol("address", address.value, address.place, True)
    if send_to is not None and send_to.data is not None and send_to.data.items:
        for item in send_to.data.items:
            yield Symbol("address", item.text, item.place, False)
    elif send_to is not None:
        yield Symbol("address", send_to.value, send_to.place, False)
