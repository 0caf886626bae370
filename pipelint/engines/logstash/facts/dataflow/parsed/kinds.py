"""Comparisons with a literal of another type than the field has: text that grok or dissect captured against a number, and so on.

Followed are the filters and then the outputs of a pipeline in the order in which an event passes them. A field's kind is known
from the filter that sets it or converts it on, until a filter may set it anew. It counts only for a comparison that stands under
all conditions of that filter, or under none but those: other events than the filter's may be meant where they differ.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator

from pipelint.base.block import Block, Guard, Param
from pipelint.base.condition import FieldOperand, LiteralOperand, Test, terms
from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass, replace
from pipelint.base.text.document import Place
from pipelint.base.value import ValueKind
from pipelint.engines.logstash.facts.dataflow.facts import CauseFact, MarkFact, TypedTestFact
from pipelint.engines.logstash.facts.dataflow.words import words_in
from pipelint.engines.logstash.facts.field_writes import Path, effects, field_path
from pipelint.engines.logstash.facts.items import value_entries, value_items

_CAPTURE = late(r"%\{\w+:([\w@\[\].-]+?)(?::(\w+))?\}")
_GROUP = late(r"\(\?<([^>=!]{1,999})>")
_DISSECTED = late(r"%\{([A-Za-z@\[][\w@\[\].-]*?)(?:->)?\}")
_SIZES = ("<", ">", "<=", ">=")
_EQUALS = ("==", "!=")
_SEARCHES = ("=~", "!~")
# What grok, dissect and mutate call the types that they make.
_KINDS = {
    **dict.fromkeys(("int", "integer", "integer_eu"), "integer"),
    **dict.fromkeys(("float", "float_eu"), "float"),
    "string": "text",
}
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


def mistyped(root: Block) -> Iterator[TypedTestFact]:
    """The comparisons of fields whose kind rules out the other side, in the order of the config; ``root`` holds pipelines.

    Those of one field with the same cause and effect are one.
    """
    if not any(section.noted(_tells_numbers) for pipeline in root.blocks for section in pipeline.blocks):
        return
    alike: dict[tuple[str, Place, bool], list[TypedTestFact]] = {}
    for test in _all(root):
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


def _all(root: Block) -> Iterator[TypedTestFact]:
    for pipeline in root.blocks:
        kinds: _Kinds = {}
        for section in ("filter", "output"):
            for block in pipeline.blocks:
                if block.name == section:
                    kinds = yield from _plugins(block.blocks, kinds, (), section == "filter")


def _plugins(
    blocks: tuple[Block, ...], kinds: _Kinds, guards: tuple[Guard, ...], filters: bool
) -> Generator[TypedTestFact, None, _Kinds]:
    """Returns what is known after them."""
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
            end = yield from _plugins(block.blocks, dict(start), inside, filters)
            kinds = _joined(start, kinds, end)
        elif filters:
            _pass(block, kinds, guards)
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


def _pass(block: Block, kinds: _Kinds, guards: tuple[Guard, ...]) -> None:
    """What a filter makes of the fields."""
    match block.name:
        case "grok":
            found = {} if "target" in block.names else _captures(block.param("match"))
        case "dissect":
            found = _dissected(block)
        case "mutate":
            found = _converted(block)
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
            found = {}
    for path, (kind, place) in found.items():
        other = kinds.get(path)
        # A field of this name that is there already becomes a list with both.
        same = other is None or other.kind == kind
        kinds[path] = _Known(kind if same else "", block, place, guards)
    for name in _named_after(block) if block.name in ("grok", "dissect") else ():
        kinds.pop(field_path(name), None)


def _named_after(block: Block) -> Iterator[str]:
    """The fields that a filter adds or removes once it has done its work."""
    removed, added = block.param("remove_field"), block.param("add_field")
    if removed is not None and removed.data is not None:
        yield from (item.text for item in value_items(removed.data))
    if added is not None and added.data is not None:
        yield from (entry.key.text for entry in value_entries(added.data))


def _captures(match: Param | None) -> dict[Path, tuple[str, Place]]:
    found: dict[Path, tuple[str, Place]] = {}
    if match is None or match.data is None:
        return found
    for entry in value_entries(match.data):
        for pattern in entry.value.items:
            named = [
                (one[1], "text" if one[2] is None else _KINDS.get(one[2], "text")) for one in _CAPTURE.finditer(pattern.text)
            ]
            for name, kind in (*named, *((one[1], "text") for one in _GROUP.finditer(pattern.text))):
                path = field_path(name)
                before = found.get(path, (kind, pattern.place))
                found[path] = (kind if before[0] == kind else "", before[1])
    return found


def _dissected(block: Block) -> dict[Path, tuple[str, Place]]:
    mapping, types = block.param("mapping"), block.param("convert_datatype")
    if mapping is None or mapping.data is None:
        return {}
    entries = [] if types is None or types.data is None else value_entries(types.data)
    converted = {entry.key.text: entry.value.text for entry in entries}
    entries = value_entries(mapping.data)
    named = [(one[1], entry.value.place) for entry in entries for one in _DISSECTED.finditer(entry.value.text)]
    return {field_path(name): (_KINDS.get(converted.get(name, "string"), ""), place) for name, place in named}


def _converted(block: Block) -> dict[Path, tuple[str, Place]]:
    convert = block.param("convert")
    if convert is None or convert.data is None:
        return {}
    entries = [entry for entry in value_entries(convert.data) if "%{" not in entry.key.text]
    return {field_path(entry.key.text): (_KINDS.get(entry.value.text, ""), entry.place) for entry in entries}


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
