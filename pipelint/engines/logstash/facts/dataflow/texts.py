"""Texts with ``%{field}`` of a field that no event has any more there: Logstash leaves them as they are written.

Followed are the filters and then the outputs of a pipeline in the order in which an event passes them.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator

from pipelint.base.block import Block
from pipelint.base.text.document import Place
from pipelint.base.value import Entry, Value
from pipelint.engines.logstash.facts.dataflow.facts import CauseFact, GoneTextFact
from pipelint.engines.logstash.facts.field_writes import Path, effects, field_path, overlap, removals
from pipelint.engines.logstash.facts.items import sprintf_references

# Settings in which %{...} is no field: patterns, and code.
_OTHERWISE = frozenset({"match", "pattern_definitions", "patterns_dir", "mapping", "code", "init", "rename"})

_Gone = dict[Path, Block]


def gone_texts(root: Block) -> Iterator[GoneTextFact]:
    """Such texts in the order of the config; ``root`` holds pipelines."""
    for pipeline in root.blocks:
        gone: _Gone = {}
        for section in ("filter", "output"):
            for block in pipeline.blocks:
                if block.name == section:
                    gone = yield from _plugins(block.blocks, gone, section == "filter")


def _plugins(blocks: tuple[Block, ...], gone: _Gone, filters: bool) -> Generator[GoneTextFact, None, _Gone]:
    """Returns what is gone after them."""
    start = gone
    taken: _Gone | None = None
    for block in blocks:
        if block.name in ("if", "else if", "else"):
            if block.name == "if":
                start, taken = gone, None
            end = yield from _plugins(block.blocks, start, filters)
            taken = end if taken is None else {path: by for path, by in taken.items() if path in end}
            # Where there is no else events may take none of the branches.
            gone = taken if block.name == "else" else {path: by for path, by in taken.items() if path in start}
        else:
            yield from _read(block, gone)
            gone = _after(block, gone) if filters else gone
    return gone


def _after(block: Block, gone: _Gone) -> _Gone:
    done = effects(block)
    if done.writes is None:
        return {}
    left = {path: by for path, by in gone.items() if not any(overlap(path, other) for other in done.writes)}
    # Other filters remove fields only where they have done their work.
    return left | dict.fromkeys(done.removes, block) if block.name == "mutate" else left


def _read(block: Block, gone: _Gone) -> Iterator[GoneTextFact]:
    rename = block.param("rename") if block.name == "mutate" else None
    if rename is not None:
        # The first thing that mutate does.
        renamed = [field_path(entry.key.text) for entry in _entries(rename.data)]
        gone = gone | dict.fromkeys([path for path in effects(block).removes if path in renamed], block)
    if not gone:
        return
    for text, place in _texts(block):
        for name in sprintf_references(text):
            path = field_path(name)
            around = next((path[:size] for size in range(1, len(path) + 1) if path[:size] in gone), None)
            if around is not None:
                by = gone[around]
                yield GoneTextFact(block.name, name, place, CauseFact(by.name, removals(by)[around]))


def _entries(value: Value | None) -> tuple[Entry, ...]:
    return () if value is None else value.entries


def _texts(block: Block) -> Iterator[tuple[str, Place]]:
    """The strings in the settings of a plugin that may have fields filled in."""
    for param in block.params.values():
        if "%{" in param.value and param.name not in _OTHERWISE:
            yield from ((param.value, param.place),) if param.data is None else _inside(param.data)


def _inside(value: Value) -> Iterator[tuple[str, Place]]:
    if not value.items and not value.entries:
        yield value.text, value.place
    for item in value.items:
        yield from _inside(item)
    for entry in value.entries:
        yield from _inside(entry.key)
        yield from _inside(entry.value)
