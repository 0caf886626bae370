"""The fields that stages of a Logstash config set, read and remove, each where its name is written."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipelint.base.condition import FieldOperand, Truth, terms
from pipelint.base.lean.late import late
from pipelint.base.text.document import Place
from pipelint.base.text.span import Span
from pipelint.engines.logstash.facts.dataflow.reads import read_by
from pipelint.engines.logstash.facts.engine import LogstashFacts
from pipelint.facts.editing.fields import captured, keys_of, last_key, stages_at
from pipelint.graph.stage import Kind, Stage
from pipelint.language.editing import FieldUse, How
from pipelint.plugins import plugin_of

if TYPE_CHECKING:
    from pipelint.base.block import Block, Param
    from pipelint.base.value import Value
    from pipelint.language.config import Config

_SPRINTF = late(r"%\{([^}]{0,999})\}")
PATTERNS = {"grok": ("match", "pattern_definitions"), "multiline": ("pattern",), "dissect": ("mapping",)}
"""Settings of plugins whose texts are patterns: what stands in their ``%{...}`` is no field that is read."""

_DISSECTED = late(r"%\{\+?([^{}?&*+][^{}]*?)(?:/\d+)?(?:->)?(?:/\d+)?\}")
_SETS_OF_ALL = {"add_field": "keys"}


def fields(config: Config, around: Place | None = None) -> Iterator[FieldUse]:
    """All of them, or those of the stages around a place."""
    asked: set[int] = set()
    for stage in stages_at(config, around):
        for guard in stage.guards:
            if id(guard.branch) not in asked:
                asked.add(id(guard.branch))
                yield from _placed(stage, guard.branch, guard.branch.noted(_of_branch))
        if stage.kind is not Kind.SOURCE and stage.parent is None:
            yield from _placed(stage, stage.block, stage.block.noted(_of_filter if stage.kind is Kind.FILTER else _of_output))
    yield from captured(config, LogstashFacts(), around)


_Use = tuple[tuple[str, ...], How, int, int]
"""The keys of a field, what is done with it, and from where to where in the section that is written."""


def _placed(stage: Stage, block: Block, noted: tuple[_Use, ...]) -> Iterator[FieldUse]:
    document, at = block.place.document, block.place.span.start
    return (FieldUse(stage.index, path, how, Place(document, Span(at + start, at + end))) for path, how, start, end in noted)


def _of_branch(block: Block) -> tuple[_Use, ...]:
    """What the condition of a branch reads, noted at it: an editor asks after each change, and few sections have changed."""
    return _relative(block, _asked(block))


def _of_filter(block: Block) -> tuple[_Use, ...]:
    return _relative(block, _used(Stage(0, Kind.FILTER, block.name, block)))


def _of_output(block: Block) -> tuple[_Use, ...]:
    return _relative(block, _used(Stage(0, Kind.OUTPUT, block.name, block)))


def _relative(block: Block, uses: Iterator[FieldUse]) -> tuple[_Use, ...]:
    at = block.place.span.start
    return tuple((use.path, use.how, use.place.span.start - at, use.place.span.end - at) for use in uses)


def _used(stage: Stage) -> Iterator[FieldUse]:
    read = list(_read(stage))
    yield from read
    places = {use.place for use in read}
    yield from (use for use in _set(stage) if use.place not in places)
    yield from _removed(stage)


def _asked(branch: Block) -> Iterator[FieldUse]:
    """The fields that a condition asks for."""
    condition = branch.condition
    for term in () if condition is None else terms(condition):
        sides = (term.operand,) if isinstance(term, Truth) else (term.left, term.right)
        for side in sides:
            if isinstance(side, FieldOperand):
                written = side.place.text
                yield FieldUse(0, side.path, How.READS, last_key(side.place, written, written.strip()))


def _read(stage: Stage) -> Iterator[FieldUse]:
    skipped = PATTERNS.get(stage.block.name, ())
    params = [param for param in stage.block.params.values() if param.name not in skipped]
    values = {value.place: value.text for param in stage.block.params.values() for value in _texts(param)}
    filled = {value.place: value.text for param in params for value in _texts(param)}
    for name, place in read_by(stage.block, stage.kind):
        text = values.get(place, "")
        if text == name:
            yield FieldUse(stage.index, keys_of(name), How.READS, last_key(place, text, name))
    for place, text in filled.items():
        for found in _SPRINTF.finditer(text):
            if found[1][:1] not in ("+", "{", ""):
                at = last_key(place, text, found[1], found.start(1))
                yield FieldUse(stage.index, keys_of(found[1]), How.READS, at)


def _set(stage: Stage) -> Iterator[FieldUse]:
    if stage.kind is not Kind.FILTER:
        return
    records = plugin_of("logstash", "filter", stage.block.name).records
    for name, how in {**_SETS_OF_ALL, **records.sets_by}.items():
        param = stage.block.param(name)
        if param is not None and param.data is not None:
            yield from (_use(stage, value, How.SETS) for value in _named(param.data, how) if "%{" not in value.text)
    yield from (FieldUse(stage.index, keys_of(name), How.SETS, stage.place) for name in records.sets)
    mapping = stage.block.param("mapping") if stage.block.name == "dissect" else None
    for entry in () if mapping is None or mapping.data is None else mapping.data.entries:
        place, text = entry.value.place, entry.value.text
        for found in _DISSECTED.finditer(text):
            yield FieldUse(stage.index, keys_of(found[1]), How.SETS, last_key(place, text, found[1], found.start(1)))


def _removed(stage: Stage) -> Iterator[FieldUse]:
    param = stage.block.param("remove_field")
    if param is not None and param.data is not None:
        yield from (_use(stage, value, How.REMOVES) for value in _named(param.data, "items") if "%{" not in value.text)


def _use(stage: Stage, value: Value, how: How) -> FieldUse:
    return FieldUse(stage.index, keys_of(value.text), how, last_key(value.place, value.text, value.text))


def _named(data: Value, how: str) -> list[Value]:
    items = list(data.items) or ([] if data.entries else [data])
    match how:
        case "keys":
            return [entry.key for entry in data.entries]
        case "values":
            return [entry.value for entry in data.entries]
        case "thirds":
            return items[::3]
        case _:
            return items


def _texts(param: Param) -> Iterator[Value]:
    """The texts in a setting."""
    todo = [] if param.data is None else [param.data]
    for value in todo:
        if not value.items and not value.entries:
            yield value
        todo += value.items
        todo += (side for entry in value.entries for side in (entry.key, entry.value))
