"""Fields that a filter reads although a filter before it has removed them from every event that gets there."""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.block import Block
from pipelint.base.lean.late import late
from pipelint.base.text.document import Place
from pipelint.engines.logstash.facts.dataflow.facts import CauseFact, GoneReadFact
from pipelint.engines.logstash.facts.field_writes import Path, effects, field_path, overlap, removals
from pipelint.engines.logstash.facts.items import value_entries, value_items
from pipelint.graph.stage import Kind, Stage, StageGraph
from pipelint.language.config import Config

# Filters that do nothing to an event without the field that their source names.
_SOURCE = frozenset({"json", "kv", "xml", "csv", "geoip", "useragent", "urldecode", "translate"})
# Operations of mutate that do nothing where a field is missing.
_MOVES = ("rename", "copy")
_INDEX = late(r"\[-?\d+\]")


def gone_reads(config: Config) -> dict[int, list[GoneReadFact]]:
    """By the index of a filter the fields that it reads and that are gone there."""
    graph = config.graph
    filters = [stage for stage in graph.stages if stage.kind is Kind.FILTER]
    # Most fields no filter takes away, which is seen without going back stage by stage.
    removed = frozenset(path for stage in filters for path in effects(stage.block).removes)
    found: dict[int, list[GoneReadFact]] = {}
    for stage in filters if removed else ():
        paths = [path for path in stage.block.noted(_read_paths) if _lies_in(removed, path)]
        gone = {path: removal for path in paths if (removal := _removal(graph, stage, path)) is not None}
        if gone:
            reads = [(name, place, field_path(name)) for name, place in _reads(stage.block)]
            found[stage.index] = [GoneReadFact(name, place, gone[path]) for name, place, path in reads if path in gone]
    return found


def _removal(graph: StageGraph, stage: Stage, path: Path) -> CauseFact | None:
    """What took the field away from all events, where nothing may have set it since."""
    branches = {id(guard.branch) for guard in stage.guards}
    for before in graph.latest_before(stage):
        if before.kind is not Kind.FILTER or before.label != stage.label:
            return None
        does = effects(before.block)
        if does.change is not None and not does.change.touches(path):
            continue
        around = next((gone for gone in does.removes if path[: len(gone)] == gone), None)
        if around is not None and all(id(guard.branch) in branches for guard in before.guards):
            return CauseFact(before.plugin, removals(before.block)[around])
        if does.writes is None or any(overlap(path, other) for other in does.writes):
            return None
    return None


def _lies_in(removed: frozenset[Path], path: Path) -> bool:
    return any(path[:size] in removed for size in range(1, len(path) + 1))


def _read_paths(block: Block) -> list[Path]:
    # A name that is only known when the pipeline runs may be any.
    return [field_path(name) for name, _ in _reads(block) if "%{" not in name and "${" not in name]


def _reads(block: Block) -> Iterator[tuple[str, Place]]:
    """The fields that a filter cannot do without, where all that it does is for one of them; of mutate what it moves."""
    if block.name == "mutate":
        moved = [param.data for name in _MOVES if (param := block.param(name)) is not None and param.data is not None]
        # What is taken out of a list makes room for the next one.
        keys = [entry.key for data in moved for entry in value_entries(data)]
        yield from ((key.text, key.place) for key in keys if not _INDEX.search(key.text))
        return
    name = {"date": "match", "grok": "match", "dissect": "mapping"}.get(block.name, "source" if block.name in _SOURCE else "")
    param = block.param(name) if name else None
    if param is None or param.data is None:
        return
    items = value_items(param.data)[:1] if name in ("match", "source") and block.name != "grok" else []
    entries = value_entries(param.data) if block.name in ("grok", "dissect") else []
    yield from ((item.text, item.place) for item in (*items, *(entry.key for entry in entries)))
