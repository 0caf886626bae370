"""The fields that stages of a Fluentd config set, read and remove, each where its name is written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipelint.base.lean.late import late
from pipelint.engines.fluentd.facts.engine import FluentdFacts
from pipelint.engines.fluentd.holes import end_of_hole
from pipelint.engines.fluentd.plugins.known import known
from pipelint.engines.fluentd.records.facts import Role
from pipelint.engines.fluentd.records.reads import stage_reads
from pipelint.engines.fluentd.records.settings import NotKnownError, accessor_path, items, rules
from pipelint.facts.editing.fields import captured, characters, emitting, stages_at
from pipelint.graph.stage import Kind, Stage
from pipelint.language.editing import FieldUse, How

if TYPE_CHECKING:
    from pipelint.base.block import Block, Param
    from pipelint.base.text.document import Place
    from pipelint.language.config import Config

_TRANSFORMERS = ("record_transformer", "record_modifier")
_LISTS = {"remove_keys": How.REMOVES, "keep_keys": How.READS, "whitelist_keys": How.READS}
_PARSED = ("csv", "tsv")
_READ = late(r"""\brecord((?:\s*\[\s*(?:"[^"#\\]*"|'[^'\\]*')\s*\])+)""")
_PLACEHOLDER = late(r"\$\{([^{}\[\]\"']+)\}")
_NAME = late(r"""\[\s*(?:"([^"#\\]*)"|'([^'\\]*)')""")


def fields(config: Config, around: Place | None = None) -> Iterator[FieldUse]:
    """All of them, or those of the stages around a place."""
    for stage in stages_at(config, around):
        whole = emitting(config.graph, stage.index)
        yield from (FieldUse(whole, path, how, place) for path, how, place in (*_set(stage), *_listed(stage), *_read(stage)))
    yield from captured(config, FluentdFacts(), around)


_Use = tuple[tuple[str, ...], How, "Place"]


def _set(stage: Stage) -> Iterator[_Use]:
    if stage.plugin in _TRANSFORMERS:
        for record in rules(stage.block, "record"):
            yield from (((field.name,), How.SETS, field.name_place) for field in record.params.values() if "${" not in field.name)
    records = known(stage).records
    for name in (*records.sets_by, *records.may_set_by):
        param = stage.block.param(name)
        if param is not None and param.value and not param.embedded:
            yield (param.value,), How.SETS, characters(param.place, param.value, 0, len(param.value))
    keys = stage.block.param("keys")
    if stage.kind is Kind.PARSE and stage.plugin in _PARSED and keys is not None:
        yield from _items(keys, How.SETS)


def _listed(stage: Stage) -> Iterator[_Use]:
    if stage.plugin in _TRANSFORMERS:
        for name, how in _LISTS.items():
            param = stage.block.param(name)
            if param is not None:
                yield from _items(param, how)


def _items(param: Param, how: How) -> Iterator[_Use]:
    try:
        names = [] if param.embedded else items(param.value)
    except NotKnownError:
        return
    at = 0
    for name in names:
        path = accessor_path(name) if name[:2] != "$[" else (name,)
        at = max(param.value.find(name, at), at)
        start = at + len(name) - len(path[-1])
        yield path, how, characters(param.place, param.value, start, at + len(name))
        at += len(name)


def _read(stage: Stage) -> Iterator[_Use]:
    for read in stage_reads(stage):
        key = read.path[-1] if "*" not in read.path else read.path[0]
        path = read.path if "*" not in read.path else read.path[:1]
        if read.role is Role.VALUE:
            continue
        written = read.place.text if read.param is None else read.param.value
        found = None if read.place == read.block.head_place else _word(written, key)
        at = read.place if found is None else characters(read.place, written, *found)
        yield path, How.READS, at
    if stage.kind is Kind.OUTPUT:
        yield from _placeholders(stage.block)
    for record in rules(stage.block, "record") if stage.plugin in _TRANSFORMERS else ():
        for field in record.params.values():
            yield from () if field.embedded else _holes(field)


def _placeholders(output: Block) -> Iterator[_Use]:
    """The ``${key}`` of the keys by which the buffer of an output parts its chunks."""
    keys = {read.strip() for buffer in rules(output, "buffer") for read in buffer.arg.split(",")} - {"", "tag", "time"}
    todo = [output]
    for block in todo if keys else ():
        todo += block.blocks
        for param in block.params.values():
            for found in _PLACEHOLDER.finditer(param.value):
                if found[1] in keys:
                    path = accessor_path(found[1])
                    yield path, How.READS, characters(param.place, param.value, found.end(1) - len(path[-1]), found.end(1))


def _word(text: str, key: str) -> tuple[int, int] | None:
    """Where a key stands alone in a text."""
    found = re.search(rf"(?<![\w@]){re.escape(key)}(?![\w@])", text)
    return None if found is None else found.span()


def _holes(param: Param) -> Iterator[_Use]:
    """What the code in ``${...}`` reads of the record."""
    text, start = param.value, 0
    while (opened := text.find("${", start)) >= 0 and (closed := end_of_hole(text, opened + 2)) >= 0:
        for found in _READ.finditer(text, opened, closed):
            keys = list(_NAME.finditer(text, *found.span(1)))
            path = tuple(key[1] if key[1] is not None else key[2] for key in keys)
            group = 1 if keys[-1][1] is not None else 2
            yield path, How.READS, characters(param.place, text, *keys[-1].span(group))
        start = closed + 1
