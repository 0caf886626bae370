"""Go to definition and references: labels, ids, includes, and the addresses of Logstash pipelines."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol import types as lsp

from pipelint.base.block import Block
from pipelint.base.document import Document, Place
from pipelint.base.record import dataclass
from pipelint.base.span import Span
from pipelint.lsp.diagnostics import location

if TYPE_CHECKING:
    from pipelint.engines.config import Config
    from pipelint.lsp.snapshot import Snapshot

# Parameters whose value is the name of a label.
_LABELS = ("@label", "timeout_label", "emit_error_label")


@dataclass(frozen=True, slots=True)
class Symbol:
    """A name that is defined in one place and used in others. ``kind`` is label, id or address."""

    kind: str
    name: str
    place: Place
    defines: bool


def definitions(snapshot: Snapshot, position: lsp.Position, uri: str, encoding: str) -> list[lsp.Location]:
    """Where the name at a position is defined, or what an include there includes."""
    found = snapshot.at(snapshot.positions.offset(position))
    if found is None:
        return []
    checked, place = found
    here = _at(checked.config, place)
    if here is not None:
        same = [s for s in _symbols(checked.config) if (s.kind, s.name) == (here.kind, here.name)]
        return [location(s.place, snapshot, uri, encoding) for s in same if s.defines]
    return [_start(document, snapshot, uri) for document in _included(checked.config, place)]


def references(
    snapshot: Snapshot, position: lsp.Position, uri: str, encoding: str, *, declaration: bool
) -> list[lsp.Location]:
    """Where the name at a position is used; with ``declaration`` also where it is defined."""
    found = snapshot.at(snapshot.positions.offset(position))
    here = None if found is None else _at(found[0].config, found[1])
    if found is None or here is None:
        return []
    same = [s for s in _symbols(found[0].config) if (s.kind, s.name) == (here.kind, here.name)]
    return [location(s.place, snapshot, uri, encoding) for s in same if declaration or not s.defines]


def _at(config: Config, place: Place) -> Symbol | None:
    return next((s for s in _symbols(config) if _within(s.place, place)), None)


def _within(outer: Place, place: Place) -> bool:
    return outer.document is place.document and outer.span.start <= place.span.start <= outer.span.end


def _symbols(config: Config) -> Iterator[Symbol]:
    for block in config.root.walk():
        if config.engine.name == "fluentd":
            yield from _fluentd(block)
        else:
            yield from _logstash(block)


def _fluentd(block: Block) -> Iterator[Symbol]:
    if block.name == "label":
        yield Symbol("label", block.arg, block.arg_place, True)
    for param in block.params.values():
        if param.name in _LABELS and param.value.startswith("@"):
            yield Symbol("label", param.value, param.place, False)
        elif param.name == "@id":
            yield Symbol("id", param.value, param.place, True)
        elif param.name == "plugin_id":
            yield Symbol("id", param.value, param.place, False)


def _logstash(block: Block) -> Iterator[Symbol]:
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


def _included(config: Config, place: Place) -> Iterator[Document]:
    """The documents that an include on the line of ``place`` stands for."""
    text = place.document.text
    start = text.rfind(b"\n", 0, place.span.start) + 1
    line = text[start:].split(b"\n", 1)[0].decode("utf-8", "replace").split()
    if len(line) > 1 and line[0] in ("@include", "include") and config.engine.name == "fluentd":
        yield from config.entry.bundle.resolve(" ".join(line[1:]), place.document).documents


def _start(document: Document, snapshot: Snapshot, uri: str) -> lsp.Location:
    if snapshot.holds(document):
        return lsp.Location(uri, snapshot.positions.range(document.map.to_file(Span(0, 0))))
    zero = lsp.Position(0, 0)
    return lsp.Location(Path(document.file.path).absolute().as_uri(), lsp.Range(zero, zero))
