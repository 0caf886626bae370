"""Document symbols and folding: the sections of the configs in a file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from lsprotocol import types as lsp

from pipelint.base.block import Block
from pipelint.engines.parts import parts_of
from pipelint.graph.stage import Kind
from pipelint.report.look import secrets_of

if TYPE_CHECKING:
    from pipelint.graph.stage import Stage
    from pipelint.language.config import Config
    from pipelint.lsp.snapshot import Snapshot

_KINDS = {
    "label": lsp.SymbolKind.Namespace,
    "pipeline": lsp.SymbolKind.Namespace,
    "source": lsp.SymbolKind.Event,
    "input": lsp.SymbolKind.Event,
    "filter": lsp.SymbolKind.Function,
    "match": lsp.SymbolKind.Method,
    "output": lsp.SymbolKind.Method,
    "store": lsp.SymbolKind.Method,
    "system": lsp.SymbolKind.Module,
}


_OF_STAGES = {Kind.SOURCE: lsp.SymbolKind.Event, Kind.FILTER: lsp.SymbolKind.Function, Kind.OUTPUT: lsp.SymbolKind.Method}


def kind_of(name: str, stage: Stage | None = None) -> lsp.SymbolKind:
    """How an editor shows a section of this name, or the stage that it is."""
    return _KINDS.get(name) or (_OF_STAGES.get(stage.kind) if stage else None) or lsp.SymbolKind.Object


def symbols(snapshot: Snapshot) -> list[lsp.DocumentSymbol]:
    """The sections of the file, each with those inside it."""
    return [symbol for checked in snapshot.shown for symbol in _Outline(snapshot, checked.config).of(_top(checked.config.root))]


def _top(root: Block) -> Block:
    """The section that holds the outermost ones worth a name: a pipeline that is alone in its file is the file."""
    only = root.blocks[0] if len(root.blocks) == 1 else root
    return only if only.name == "pipeline" else root


class _Outline:
    """The sections of a config in a file."""

    def __init__(self, snapshot: Snapshot, config: Config) -> None:
        self.snapshot = snapshot
        self.hide = secrets_of((config,)).prose
        self.type_params = parts_of(config).editing.type_params

    def of(self, block: Block) -> Iterator[lsp.DocumentSymbol]:
        """The sections in one, each with those inside it."""
        snapshot = self.snapshot
        for inner in block.blocks:
            inside = list(self.of(inner))
            place, head = inner.place, inner.head_place
            if not snapshot.holds(place.document) or not snapshot.holds(head.document) or place.document is not head.document:
                # It gathers what stands in several files: what is inside stands for itself.
                yield from inside
                continue
            plugin = next((value for name in self.type_params if (value := inner.value(name))), None)
            # What an if asks stands after its name.
            name = " ".join(part for part in (inner.name, self.hide(inner.arg) if inner.arg else "") if part)
            yield lsp.DocumentSymbol(
                name or "section",
                kind_of(inner.name),
                snapshot.positions.range(place.file_span),
                snapshot.positions.range(head.file_span),
                detail=plugin,
                children=inside,
            )


def folds(snapshot: Snapshot) -> Iterator[lsp.FoldingRange]:
    """A range for each section of more than one line; none for the root, which is the whole file."""
    for checked in snapshot.shown:
        for block in (inner for outer in _top(checked.config.root).blocks for inner in outer.walk()):
            if not snapshot.holds(block.place.document) or not len(block.place.span):
                continue
            found = snapshot.positions.range(block.place.file_span)
            end = found.end.line - (found.end.character == 0)
            if end > found.start.line:
                yield lsp.FoldingRange(found.start.line, end, kind=lsp.FoldingRangeKind.Region)
