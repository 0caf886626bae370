"""Fields that record_modifier or record_transformer sets in vain, or before the same section has read them."""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.block import Block, Param
from pipelint.base.text.document import Place
from pipelint.engines.fluentd.holes import read_holes
from pipelint.engines.fluentd.records.settings import NotKnownError, Settings, is_copy, items, only_reads, read_paths, rules
from pipelint.graph.stage import Kind, Stage

_PLUGINS = frozenset(("record_modifier", "record_transformer"))


Spoilt = tuple[str, str, str, Param, Place, Block]
"""A field's key, the list that removes it or "", the field that copies it or "", what spoils it, and where it stands."""


def spoilt_fields(stage: Stage) -> Iterator[Spoilt]:
    """Those of one filter."""
    if stage.kind is not Kind.FILTER or stage.plugin not in _PLUGINS:
        return
    records = list(rules(stage.block, "record"))
    yield from _removed(stage.block, records)
    # record_transformer reads all of them from the record as it came.
    if stage.plugin == "record_modifier":
        for record in records:
            yield from _copied(record)


def _removed(block: Block, records: list[Block]) -> Iterator[Spoilt]:
    """What is set and taken away again, and nothing has read: a field whose code does something else is set for that."""
    param = block.param("remove_keys")
    if param is None or param.embedded:
        return
    try:
        names = set(items(Settings(block).text("remove_keys")))
    except NotKnownError:
        return
    read = {
        path[0] for record in records for each in record.params.values() for code in _codes(each) for path in read_paths(code)
    }
    for record in records:
        for each in record.params.values():
            own = {path[0] for code in _codes(each) for path in read_paths(code)}
            if each.name in names and all(map(only_reads, _codes(each))) and (each.name not in read or own == {each.name}):
                yield each.name, param.name, "", param, each.name_place, record


def _copied(record: Block) -> Iterator[Spoilt]:
    """Copies of a field that an earlier line has set to a text: who wants that text in both writes it twice."""
    fixed: dict[str, Param] = {}
    for each in record.params.values():
        if is_copy(each.value) and not each.embedded:
            ((key, *_),) = read_paths(each.value[2:-1])
            if key in fixed and key != each.name:
                yield key, "", each.name, fixed[key], each.place, record
        if not _codes(each):
            fixed[each.name] = each
        else:
            fixed.pop(each.name, None)


def _codes(param: Param) -> tuple[str, ...]:
    return read_holes(param.value).inside
