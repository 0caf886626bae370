"""Which inputs give events what the conditions on the way to a plugin ask for, and what those have left of the text."""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.block import Block
from pipelint.base.condition import Condition, FieldOperand, Joined, LiteralOperand, Logic, Test
from pipelint.base.lean.late import late
from pipelint.engines.logstash.facts.dataflow.words import may_name
from pipelint.engines.logstash.facts.field_writes import Path, effects, field_path
from pipelint.engines.logstash.facts.items import value_entries, value_items
from pipelint.graph.stage import Kind, Stage, StageGraph

_TAGS: Path = ("tags",)
_TEXT: Path = ("message",)
_TIME = "@timestamp"
# Ruby code that may set the time: by its name, or a field whose name it computes.
_SETS_ANY = late(r"timestamp|event\.set\(?\s*[^'\"\s(]|event\.(?:overwrite|append|to_hash)|LogStash|\b(?:eval|send|require)\b")


def asked_sources(graph: StageGraph, stage: Stage) -> list[Stage]:
    """The inputs that set the tag, type or field that its conditions ask for, all of its inputs where none sets one.

    A tag that a filter may set, too, tells of no input.
    """
    found = graph.sources(stage)
    before = graph.before(stage) if len(found) > 1 and stage.guards else ()
    for guard in stage.guards if len(found) > 1 else ():
        for path, text in _needed(guard.condition) if guard.holds else ():
            if not any(one.kind is Kind.FILTER and may_name(one.block, text) for one in before):
                found = [one for one in found if _sets(one.block, path, text)] or found
    return found


def text_as_read(graph: StageGraph, stage: Stage) -> bool:
    """Whether no filter before it may have changed ``message``."""
    changes = (effects(one.block).change for one in graph.before(stage) if one.kind is Kind.FILTER)
    return all(change is not None and not change.touches(_TEXT) for change in changes)


def _needed(condition: Condition) -> Iterator[tuple[Path, str]]:
    """The texts that a field has, or that are among the tags, where the condition is met."""
    match condition:
        case Test("in", LiteralOperand(value), FieldOperand(path)) if path == _TAGS:
            yield path, value.text
        case Test("==", FieldOperand(path), LiteralOperand(value)) | Test("==", LiteralOperand(value), FieldOperand(path)):
            yield path, value.text
        case Joined(Logic.AND, operands):
            for operand in operands:
                yield from _needed(operand)


def _sets(block: Block, path: Path, text: str) -> bool:
    """Whether an input gives each of its events this text."""
    if path == _TAGS:
        params = [param for name in ("tags", "add_tag") if (param := block.param(name)) is not None]
        given = [item.text for param in params if param.data is not None for item in value_items(param.data)]
    elif path == ("type",):
        given = [block.value("type")]
    else:
        param = block.param("add_field")
        entries = value_entries(param.data) if param is not None and param.data is not None else []
        given = [entry.value.text for entry in entries if field_path(entry.key.text) == path]
    return text in given


def may_set_time(block: Block) -> bool:
    """Whether a filter may set ``@timestamp``: a date, Ruby that names it or computes names, anything else that names it."""
    target = block.param("target")
    dates = block.name == "date" and (target is None or "{" in target.value)
    code = block.name == "ruby" and ("code" not in block.names or _SETS_ANY.search(block.value("code")) is not None)
    return dates or code or _TIME in block.place.text
