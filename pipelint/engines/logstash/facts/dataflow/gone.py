"""Fields that a filter reads although a filter before it has removed them from every event that gets there."""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.block import Block
from pipelint.base.text.document import Place
from pipelint.engines.logstash.facts.dataflow.facts import GoneReadFact, RemovalFact
from pipelint.engines.logstash.facts.field_writes import Path, effects, field_path, overlap, removals
from pipelint.engines.logstash.facts.items import value_entries, value_items
from pipelint.graph.stage import Kind, Stage, StageGraph

# Filters that do nothing to an event without the field that their source names.
_SOURCE = frozenset({"json", "kv", "xml", "csv", "geoip", "useragent", "urldecode", "translate"})


def gone_reads(graph: StageGraph, stage: Stage) -> list[GoneReadFact]:
    """The fields that a filter reads and that are gone there."""
    if stage.kind is not Kind.FILTER:
        return []
    found = []
    for name, place in _reads(stage.block):
        removal = None if "%{" in name or "${" in name else _removal(graph, stage, field_path(name))
        if removal is not None:
            found.append(GoneReadFact(name, place, removal))
    return found


def _removal(graph: StageGraph, stage: Stage, path: Path) -> RemovalFact | None:
    """What took the field away from all events, where nothing may have set it since."""
    # Of most fields nobody removes anything, which is seen without going back stage by stage.
    mutates = (before.block for before in graph.stages if before.block.name == "mutate" and before.kind is Kind.FILTER)
    if not any(path[: len(gone)] == gone for block in mutates for gone in removals(block)):
        return None
    branches = {id(guard.branch) for guard in stage.guards}
    for before in graph.latest_before(stage):
        if before.kind is not Kind.FILTER or before.label != stage.label:
            return None
        # Other filters remove fields only where they have done their work.
        removed = removals(before.block) if before.block.name == "mutate" else {}
        around = next((gone for gone in removed if path[: len(gone)] == gone), None)
        if around is not None and all(id(guard.branch) in branches for guard in before.guards):
            return RemovalFact(before.plugin, removed[around])
        writes = effects(before.block).writes
        if writes is None or any(overlap(path, other) for other in writes):
            return None
    return None


def _reads(block: Block) -> Iterator[tuple[str, Place]]:
    """The fields that a filter cannot do without, where all that it does is for one of them."""
    name = {"date": "match", "grok": "match", "dissect": "mapping"}.get(block.name, "source" if block.name in _SOURCE else "")
    param = block.param(name) if name else None
    if param is None or param.data is None:
        return
    items = value_items(param.data)[:1] if name in ("match", "source") and block.name != "grok" else []
    entries = value_entries(param.data) if block.name in ("grok", "dissect") else []
    yield from ((item.text, item.place) for item in (*items, *(entry.key for entry in entries)))
