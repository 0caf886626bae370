"""Texts with ``%{field}`` of a field that no event has any more there: Logstash leaves them as they are written."""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.block import Block
from pipelint.base.text.document import Place
from pipelint.base.value import Entry, Value
from pipelint.engines.logstash.facts.dataflow.certain import Follow, Known, certain
from pipelint.engines.logstash.facts.dataflow.facts import CauseFact, GoneTextFact
from pipelint.engines.logstash.facts.field_writes import effects, field_path, overlap, removals
from pipelint.engines.logstash.facts.items import sprintf_references

# Settings in which %{...} is no field: patterns, and code.
_OTHERWISE = frozenset({"match", "pattern_definitions", "patterns_dir", "mapping", "code", "init", "rename"})


def gone_texts(root: Block) -> Iterator[GoneTextFact]:
    """Such texts in the order of the config; ``root`` holds pipelines."""
    yield from certain(root, _read, Follow(_after, lambda _, gone: gone))


def _after(block: Block, gone: Known) -> Known:
    done = effects(block)
    if done.writes is None:
        return {}
    left = {path: by for path, by in gone.items() if not any(overlap(path, other) for other in done.writes)}
    # Other filters remove fields only where they have done their work.
    return left | dict.fromkeys(done.removes, block) if block.name == "mutate" else left


def _read(block: Block, gone: Known) -> Iterator[GoneTextFact]:
    if not block.noted(_fills_in):
        return
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


def _fills_in(block: Block) -> bool:
    return any(sprintf_references(text) for text, _ in _texts(block))


def _entries(value: Value | None) -> tuple[Entry, ...]:
    return () if value is None else value.entries


def _texts(block: Block) -> Iterator[tuple[str, Place]]:
    """The strings in the settings of a plugin and its codec that may have fields filled in."""
    for param in block.params.values():
        if "%{" in param.value and param.name not in _OTHERWISE:
            yield from ((param.value, param.place),) if param.data is None else _inside(param.data)
    for codec in block.blocks:
        yield from _texts(codec)


def _inside(value: Value) -> Iterator[tuple[str, Place]]:
    if not value.items and not value.entries:
        yield value.text, value.place
    for item in value.items:
        yield from _inside(item)
    for entry in value.entries:
        yield from _inside(entry.key)
        yield from _inside(entry.value)
