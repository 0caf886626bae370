"""Fields that a filter adds although one before it has set them for every event that comes there: both values are a list then."""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.block import Block
from pipelint.engines.logstash.facts.dataflow.certain import Follow, Known, certain
from pipelint.engines.logstash.facts.dataflow.facts import AddedTwiceFact, CauseFact
from pipelint.engines.logstash.facts.field_writes import Path, effects, field_path, overlap
from pipelint.engines.logstash.facts.items import EntryFact, value_entries

_SETS = ("replace", "add_field")


def added_twice(root: Block) -> Iterator[AddedTwiceFact]:
    """Such fields in the order of the config; ``root`` holds pipelines."""
    for fact in certain(root, _read, Follow(_after, _inside)):
        path = field_path(fact.field)
        if not any(_writes(block, path[:depth]) for depth in range(1, len(path)) for block in root.walk()):
            yield fact


def _writes(block: Block, path: Path) -> bool:
    """Whether a plugin sets a field itself: what is put into one that holds a text is not kept."""
    return path in (effects(block).writes or ())


def _after(block: Block, known: Known) -> Known:
    done = effects(block)
    if done.writes is None:
        return {}
    changed = (*done.writes, *done.removes)
    left = {path: by for path, by in known.items() if not any(overlap(path, other) for other in changed)} if known else known
    if block.name != "mutate":
        # Others add fields only where they have done their work.
        return left
    set_here = block.noted(_set_paths)
    return left | dict.fromkeys(set_here, block) if set_here else left


def _set_paths(block: Block) -> tuple[Path, ...]:
    """The fields that every event has after a mutate."""
    return tuple(path for path in _set_by(block) if not any(overlap(path, gone) for gone in effects(block).removes))


def _inside(conditions: list[str], known: Known) -> Known:
    return {path: by for path, by in known.items() if not any(path[-1] in asked for asked in conditions)} if known else known


def _read(block: Block, known: Known) -> Iterator[AddedTwiceFact]:
    if not known or "add_field" not in block.names:
        return
    for entry in _entries(block, "add_field"):
        path = field_path(entry.key.text)
        if path in known and not _touched(block, path):
            by = known[path]
            yield AddedTwiceFact(entry.key.text, entry.key.place, CauseFact(by.name, _set_by(by)[path].key.place))


def _set_by(block: Block) -> dict[Path, EntryFact]:
    """The fields that every event has after a mutate, with what says so."""
    found = {field_path(entry.key.text): entry for name in _SETS for entry in _entries(block, name)}
    return {path: entry for path, entry in found.items() if "%{" not in entry.key.text and "${" not in entry.key.text}


def _touched(block: Block, path: Path) -> bool:
    """Whether the plugin may do something else to the field or to what it lies in, before ``add_field`` or to undo it."""
    return any(param.name != "add_field" and key in param.value for param in block.params.values() for key in path)


def _entries(block: Block, name: str) -> tuple[EntryFact, ...]:
    param = block.param(name)
    return () if param is None or param.data is None else tuple(value_entries(param.data))
