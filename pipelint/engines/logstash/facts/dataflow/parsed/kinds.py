"""Comparisons with a literal of another type than the field has: text that a parser captured against a number, and so on.

Followed are the filters and then the outputs of a pipeline in the order in which an event passes them. A field's kind is known
from the filter that sets it or converts it on, until a filter may set it anew. It counts only for a comparison that stands under
all conditions of that filter, or under none but those: other events than the filter's may be meant where they differ.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator

from pipelint.base.block import Block, Guard
from pipelint.base.condition import FieldOperand, LiteralOperand, Test, terms
from pipelint.base.lean.record import dataclass, replace
from pipelint.base.text.document import Place
from pipelint.base.value import ValueKind
from pipelint.engines.logstash.facts.dataflow.facts import CauseFact, MarkFact, TypedTestFact
from pipelint.engines.logstash.facts.dataflow.parsed.made import (
    Made,
    added,
    captured,
    columns,
    converted,
    dissected,
    named_after,
    pairs,
)
from pipelint.engines.logstash.facts.dataflow.words import words_in
from pipelint.engines.logstash.facts.field_writes import Path, effects, field_path

_SIZES = ("<", ">", "<=", ">=")
_EQUALS = ("==", "!=")
_SEARCHES = ("=~", "!~")
# What mutate may do to a field without making another kind of it.
_KEEPS = frozenset({"gsub", "uppercase", "lowercase", "capitalize", "strip", "convert"})
_ASIDE = frozenset({"add_tag", "remove_tag", "id", "enable_metric", "tag_on_failure", "periodic_flush"})
_FAILED = "failure"


@dataclass(frozen=True, slots=True)
class _Known:
    """The kind of a field, ``text``, ``integer`` or ``float`` ("" for several), since ``block``, under ``guards``."""

    kind: str
    block: Block
    place: Place
    guards: tuple[Guard, ...]


_Kinds = dict[Path, _Known]


def mistyped(root: Block, ecs: str) -> Iterator[TypedTestFact]:
    """The comparisons of fields whose kind rules out the other side, in the order of the config; ``root`` holds pipelines.

    Those of one field with the same cause and effect are one. ``ecs`` is the mode of ECS that the version has by default.
    """
    if not any(section.noted(_tells_numbers) for pipeline in root.blocks for section in pipeline.blocks):
        return
    alike: dict[tuple[str, Place, bool], list[TypedTestFact]] = {}
    for test in _all(root, ecs):
        alike.setdefault((test.field, test.origin.place, test.stops), []).append(test)
    for first, *others in alike.values():
        marks = (
            MarkFact("set or converted here", first.origin.place),
            *(MarkFact("the same here", each.place) for each in others),
        )
        yield replace(first, marks=marks)


def _tells_numbers(section: Block) -> bool:
    """Whether a field may be a number, or is compared with one: where all is text no kind rules out another."""
    text = section.place.text
    return "int" in text or "float" in text or section.noted(_asks_number)


def _asks_number(block: Block) -> bool:
    asked = () if block.question is None else terms(block.question)
    sides = (side for term in asked if isinstance(term, Test) for side in (term.left, term.right))
    asks = any(isinstance(side, LiteralOperand) and side.value.kind is ValueKind.NUMBER for side in sides)
    return asks or any(inner.noted(_asks_number) for inner in block.blocks)


def _all(root: Block, ecs: str) -> Iterator[TypedTestFact]:
    for pipeline in root.blocks:
        kinds: _Kinds = {}
        mode = pipeline.value("pipeline.ecs_compatibility", ecs)
        for section in ("filter", "output"):
            for block in pipeline.blocks:
                if block.name == section:
                    kinds = yield from _plugins(block.blocks, kinds, (), mode if section == "filter" else None)


def _plugins(
    blocks: tuple[Block, ...], kinds: _Kinds, guards: tuple[Guard, ...], ecs: str | None
) -> Generator[TypedTestFact, None, _Kinds]:
    """Returns what is known after them; of outputs, for which there is no mode of ``ecs``, nothing new."""
    start, before = kinds, guards
    for block in blocks:
        if block.name in ("if", "else if", "else"):
            if block.name == "if":
                start, before = kinds, guards
            inside = before
            if block.condition is not None:
                yield from _compared(block, start, before)
                inside = (*before, Guard(block, True))
                before = (*before, Guard(block, False))
            end = yield from _plugins(block.blocks, dict(start), inside, ecs)
            kinds = _joined(start, kinds, end)
        elif ecs is not None:
            _pass(block, kinds, guards, ecs)
    return kinds


def _joined(start: _Kinds, one: _Kinds, other: _Kinds) -> _Kinds:
    """What is known after either of two ways from ``start`` on: a kind that the other does not contradict."""
    # What a way has forgotten may be anything after it.
    joined = {path: known for path, known in one.items() if path not in start or path in other}
    for path, known in other.items():
        before = joined.get(path)
        if before is None:
            if path not in start:
                joined[path] = known
        elif before.kind != known.kind:
            joined[path] = _Known("", before.block, before.place, before.guards)
    return joined


def _pass(block: Block, kinds: _Kinds, guards: tuple[Guard, ...], ecs: str) -> None:
    """What a filter makes of the fields."""
    later: Made = {}
    match block.name:
        case "grok":
            found = captured(block, block.value("ecs_compatibility", ecs))
        case "dissect":
            found = dissected(block)
        case "mutate":
            found = converted(block)
            # A number to which a text is added is a list of both.
            later = {path: made for path, made in added(block).items() if path not in kinds or kinds[path].kind == "text"}
            if set(block.names) - _KEEPS - _ASIDE:
                touched = words_in(block)
                for path in [path for path in kinds if path[-1] in touched and path not in found]:
                    del kinds[path]
            for path in [path for path in found if found[path][0] and path in kinds]:
                del kinds[path]
        case _:
            done = effects(block)
            gone = list(kinds) if done.change is None else [path for path in kinds if done.change.touches(path)]
            for path in gone:
                del kinds[path]
            found = columns(block) if block.name == "csv" else pairs(block) if block.name == "kv" else {}
    for path, (kind, place) in (*found.items(), *later.items()):
        other = kinds.get(path)
        # A field of this name that is there already becomes a list with both.
        same = other is None or other.kind == kind
        kinds[path] = _Known(kind if same else "", block, place, guards)
    for name in named_after(block) if block.name != "mutate" else ():
        kinds.pop(field_path(name), None)


def _compared(block: Block, kinds: _Kinds, guards: tuple[Guard, ...]) -> Iterator[TypedTestFact]:
    """The comparisons of a condition that the kinds of their fields rule out."""
    if not kinds or block.condition is None or any(_FAILED in guard.text for guard in guards):
        return
    asked = frozenset((guard.text, guard.holds) for guard in guards)
    for term in terms(block.condition):
        match term:
            case Test(operator, FieldOperand() as field, LiteralOperand() as literal, place):
                pass
            case Test(operator, LiteralOperand() as literal, FieldOperand() as field, place) if operator in ("in", *_EQUALS):
                pass
            case _:
                continue
        known = kinds.get(field.path)
        if known is None or not _rules_out(known.kind, operator, literal, left=term.left is literal):
            continue
        made = frozenset((guard.text, guard.holds) for guard in known.guards)
        if made <= asked or asked <= made:
            name = "".join(f"[{key}]" for key in field.path)
            origin = CauseFact(known.block.name, known.place)
            yield TypedTestFact(name, operator, literal.place.text, known.kind, operator in _SIZES, place, origin, ())


def _rules_out(kind: str, operator: str, literal: LiteralOperand, *, left: bool) -> bool:
    """Whether a field of this kind cannot be compared so, or has the same result for all its values."""
    text = literal.value.text
    if "${" in text:
        return False
    match kind, literal.value.kind:
        case "text", ValueKind.NUMBER:
            return operator in (*_SIZES, *_EQUALS)
        case "float", ValueKind.NUMBER:
            # 1.0 is not 1 in these.
            return operator in _EQUALS and "." not in text
        case "integer" | "float", ValueKind.STRING:
            number = re.fullmatch(r"[+-]?\d+(?:\.\d+)?", text) is not None
            return operator in _SEARCHES or (number and operator in _EQUALS) or (operator == "in" and left)
    return False
