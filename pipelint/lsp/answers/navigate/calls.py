"""The call hierarchy: a stage calls the stages that its events come to."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol import types as lsp

from pipelint.lsp.answers.navigate.found import locations
from pipelint.lsp.answers.navigate.neighbours import containing
from pipelint.lsp.answers.navigate.stages import stage_at
from pipelint.lsp.answers.outline import kind_of
from pipelint.lsp.diagnostics import location
from pipelint.report.look import secrets_of

if TYPE_CHECKING:
    from pipelint.graph.stage import Stage
    from pipelint.language.config import Config
    from pipelint.lsp.snapshot import Snapshot


def prepare(snapshot: Snapshot, position: lsp.Position, uri: str, encoding: str) -> list[lsp.CallHierarchyItem]:
    """The stage in whose section a position is."""
    at = snapshot.at(snapshot.positions.offset(position))
    stage = None if at is None else stage_at(at[0].config, at[1])
    return [] if at is None or stage is None else [_item(stage, at[0].config, snapshot, uri, encoding)]


def incoming(snapshot: Snapshot, item: lsp.CallHierarchyItem, uri: str, encoding: str) -> list[lsp.CallHierarchyIncomingCall]:
    """The stages whose events come to the one of an item, which may be of an earlier text: nothing where it is no more."""
    found = _beside(snapshot, item, uri, encoding, back=True)
    return [lsp.CallHierarchyIncomingCall(there, [there.selection_range]) for there in found]


def outgoing(snapshot: Snapshot, item: lsp.CallHierarchyItem, uri: str, encoding: str) -> list[lsp.CallHierarchyOutgoingCall]:
    """The stages that events of the one of an item come to next."""
    found = _beside(snapshot, item, uri, encoding, back=False)
    return [lsp.CallHierarchyOutgoingCall(there, [item.selection_range]) for there in found]


def title(stage: Stage) -> str:
    """What a stage is called in lists: its section as it is written, and its plugin."""
    name = " ".join(part for part in (stage.block.name, stage.pattern) if part)
    return name if stage.plugin in ("", name) else f"{name} ({stage.plugin})"


def _beside(
    snapshot: Snapshot, item: lsp.CallHierarchyItem, uri: str, encoding: str, *, back: bool
) -> Iterator[lsp.CallHierarchyItem]:
    """The stages next to that of an item, in the first config that has some: the file's own, or one that it is a part of."""
    for configs in ([checked.config for checked in snapshot.shown], _wholes(snapshot)):
        for config in configs:
            stage = _stage(config, item, snapshot, uri, encoding)
            edges = [edge for edge in config.graph.edges if stage and stage.index == (edge.target if back else edge.source)]
            for index in dict.fromkeys(edge.source if back else edge.target for edge in edges):
                yield _item(config.graph.stages[index], config, snapshot, uri, encoding)
            if edges:
                return


def _stage(config: Config, item: lsp.CallHierarchyItem, snapshot: Snapshot, uri: str, encoding: str) -> Stage | None:
    there = lsp.Location(item.uri, item.selection_range)
    return next((s for s in config.graph.stages if locations([s.place], snapshot, uri, encoding) == [there]), None)


def _wholes(snapshot: Snapshot) -> Iterator[Config]:
    if any(checked.config.entry.kubernetes for checked in snapshot.shown):
        return
    for config in containing(snapshot.path):
        # Places in this file are only right where it is as on disk.
        if all(document.file.data == snapshot.text for document in config.documents if snapshot.holds(document)):
            yield config


def _item(stage: Stage, config: Config, snapshot: Snapshot, uri: str, encoding: str) -> lsp.CallHierarchyItem:
    section, head = (location(place, snapshot, uri, encoding) for place in (stage.block.place, stage.place))
    where = "" if snapshot.holds(stage.place.document) else Path(stage.place.document.file.path).name
    detail = " · ".join(part for part in (stage.label, where) if part)
    name = secrets_of((config,)).prose(title(stage))
    return lsp.CallHierarchyItem(
        name, kind_of(stage.block.name, stage), head.uri, section.range, head.range, detail=detail or None, data={"uri": uri}
    )
